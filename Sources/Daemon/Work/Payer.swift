import LayoutRuntime

/// On whose account work is done.
enum Payer: Hashable, Sendable {
  /// All connections of a process together: one that opens hundreds of them is not to get more than one that opens one.
  case process(Int32)
  /// A document, a scene, or a connection of which nobody knows the process.
  case job(Job.Payer)
}

extension Client {
  /// Whoever is at its other end. The kernel knows no process that is in another container.
  var payer: Payer { connection.peer.process > 0 ? .process(connection.peer.process) : .job(.request(request)) }
}
