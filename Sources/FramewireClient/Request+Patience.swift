public import Wire

/// How long an answer may take before something must be wrong.
extension Request {
  /// A daemon that is not stuck answers in milliseconds; a busy machine is given time.
  public static let usualPatience = Duration.seconds(30)

  /// How long to wait for the answer to this request; nil: as long as it takes, since what moves may do so for any
  /// time.
  public var patience: Duration? {
    switch self {
    case .apply(let apply) where apply.wait == .settled: nil
    case .sync(let sync): .milliseconds(sync.timeoutMs) + Self.usualPatience
    default: Self.usualPatience
    }
  }
}

extension Call {
  /// That of the request; of one that only the daemon understands, the usual one.
  public var patience: Duration? {
    if let request = try? Request(self) { request.patience } else { Request.usualPatience }
  }
}
