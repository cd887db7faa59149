import Wire

extension Verb {
  static let call = Verb(
    name: "call", summary: "call a method of the daemon and print its reply",
    arguments: [
      Argument(
        name: "METHOD", meaning: "like ListScenes, or with its interface",
        completion: .words(Method.allCases.map { String($0.rawValue.split(separator: ".").last!) })),
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
    console.print(JSON.object(response.parameters).text)
    if let error = response.error {
      console.note("framewire: \(error)")
      guard let method = Method(rawValue: qualified(name)),
        case .failure(let refusal)? = try? response.outcome(of: method)
      else { return .usage }
      return ExitCode(protocolCode: refusal.exitCode)
    }
    return .success
  }

  /// The full name of a method that was given by its last part.
  private static func qualified(_ name: String) -> String {
    if name.contains(".") { return name }
    return Method.allCases.first { $0.rawValue.hasSuffix(".\(name)") }?.rawValue ?? "io.framewire.v1.\(name)"
  }
}
