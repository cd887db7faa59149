import Commands
import Fleet
import Nats
import Posix

extension Verb {
  static let follow = Verb(
    program: FleetProgram.name, name: "follow", summary: "have on this machine what is pushed and decided",
    arguments: [],
    options: [
      Option(
        name: "into", value: "DIR", meaning: "the folder that the daemon of this machine serves", completion: .files),
      Option(name: "machine", value: "NAME", meaning: "what this machine is called; its host name if left out"),
      Option(
        name: "group", value: "GROUP", meaning: "a group that it belongs to; the last one named is nearest",
        repeats: true),
      Option(name: "replace", meaning: "throw away what DIR has now, if it was not written by follow"),
      Option(name: "every", value: "TIME", meaning: "how often it says how it is; 10s if left out"),
      Option(name: "once", meaning: "end when it has what is wanted now"), .socket,
    ] + Option.fleet,
    examples: [
      ("framewire-nats follow --into Layouts --group lobby", "beside 'framewire serve Layouts'"),
      ("framewire-nats follow --into Layouts --once", "fetch what there is, and end"),
    ],
    details: """
      DIR belongs to follow: it has the files of the last manifest, all of them or none, and nothing else. While NATS is \
      away the machine goes on with what it has; afterwards it fetches what differs. Decisions are applied to the daemon at \
      --socket and taken back when they are. Runs until it is interrupted.
      """
  ) { (invocation, console) throws(Failure) in
    guard let into = invocation.value("into") else {
      throw .usage("--into DIR is missing: the folder that the daemon of this machine serves")
    }
    let interval = Duration.milliseconds(try TypedValue.milliseconds(invocation.value("every") ?? "10s"))
    guard (.milliseconds(100)...FleetLine.reportAge / 3).contains(interval) else {
      throw .usage("--every is from 100ms to 10s: a report counts for 30 seconds")
    }
    let machine = invocation.value("machine") ?? CurrentProcess.hostName
    let groups = try invocation.values("group").map { (name) throws(Failure) in
      try FleetNames.checked(name, "a group's name")
    }
    let membership = Membership(machine: try FleetNames.checked(machine, "a machine's name"), groups: groups)
    guard groups.count <= FleetLimits.mostGroups else {
      throw .usage("a machine belongs to \(FleetLimits.mostGroups) groups at most")
    }
    let (names, options) = (try FleetNames(invocation), try NatsOptions(invocation))
    let folder: FollowedFolder
    do throws(FollowedFolder.Problem) { folder = try FollowedFolder(into, replaces: invocation.has("replace")) } catch {
      switch error {
      case .notOurs:
        throw Failure(
          message: error.words, help: "name another folder, or throw them away with --replace", code: .cannotCreate)
      case .followedAlready: throw Failure(message: error.words, code: .temporary)
      case .unfit, .system, .content: throw Failure(message: error.words, code: .cannotCreate)
      }
    }
    if let words = folder.unreadHeld { console.report(warning: words) }
    try Follower(
      names, options, folder: folder, daemon: SocketAddress(from: invocation), membership: membership,
      interval: interval, console: console
    ).run(once: invocation.has("once"))
    return .success
  }
}
