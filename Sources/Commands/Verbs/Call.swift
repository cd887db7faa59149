import FramewireClient
import JSONText
import LayoutSyntax
import Wire

extension Verb {
  static let call = Verb(
    name: "call", summary: "call a method of the daemon and print its reply",
    arguments: [
      Argument(
        name: "METHOD", meaning: "like ListScenes, or with its interface",
        completion: .words(Method.allCases.map(\.name))),
      Argument(name: "JSON", meaning: "the parameters, {} if none", isOptional: true),
    ], options: [.socket],
    examples: [
      ("framewire call ListScenes", "all scenes as JSON"),
      ("framewire call Snapshot '{\"scene\":\"login\"}'", "one picture"),
      ("framewire call org.varlink.service.GetInfo", "what is served here"),
    ]
  ) { (invocation, console) throws(Failure) in
    let name = invocation.arguments[0]
    let parameters: JSON
    do throws(JSONSyntaxError) {
      parameters = try JSON(parsing: Array((invocation.arguments.count > 1 ? invocation.arguments[1] : "{}").utf8))
    } catch { throw Failure(message: "the parameters are not JSON: \(error)", code: .badValue) }
    guard let object = parameters.object else {
      throw Failure(message: "the parameters are a JSON object", code: .badValue)
    }
    let response = try DaemonCalls(invocation).call(
      Call(method: qualified(name), parameters: object, more: qualified(name) == Method.subscribe.rawValue))
    console.print(json: JSON.object(response.parameters).text)
    if let error = response.error { return report(error, response, to: qualified(name), console) }
    return .success
  }

  /// Prints what an error means; the answer itself is printed already.
  private static func report(_ name: String, _ response: Response, to method: String, _ console: Console) -> ExitCode {
    // The errors are those of the interface; which of its methods was called does not matter for them.
    guard case .failure(let error)? = try? response.outcome(of: Method(rawValue: method) ?? .stats) else {
      console.report(Failure(message: name, code: .usage))
      return .usage
    }
    var failure = Failure(ClientError.refused(error))
    if case .methodNotFound = error {
      let last = method.split(separator: ".").last.map(String.init) ?? method
      let near = nearestName(to: last, in: Method.allCases.map(\.name))
      failure.help = near.map(correction)
    }
    console.report(failure)
    return failure.code
  }

  /// The full name of a method: its last part is enough.
  private static func qualified(_ name: String) -> String {
    if name.contains(".") { return name }
    return Method.allCases.first { $0.name == name }?.rawValue ?? Method.qualified(name)
  }
}
