import JSONText

/// One thing that `doctor` has looked at: how it is, and what to do where it is not as it should be.
struct Finding: Equatable {
  /// What was looked at, in the order of the report.
  enum Topic: String, CaseIterable {
    case version, kernel, socket, folder, inotify, scene, font, journal
  }

  /// From what is as it should be to what does not work, each worse than the one before.
  enum Level: String, Comparable {
    case ok, warning, error

    static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .ok: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  let topic: Topic
  let level: Level
  /// One line in words.
  let message: String
  /// What to do about it; nil of what is as it should be.
  let advice: String?

  static func ok(_ topic: Topic, _ message: String) -> Finding {
    Finding(topic: topic, level: .ok, message: message, advice: nil)
  }

  static func warning(_ topic: Topic, _ message: String, _ advice: String) -> Finding {
    Finding(topic: topic, level: .warning, message: message, advice: advice)
  }

  static func error(_ topic: Topic, _ message: String, _ advice: String) -> Finding {
    Finding(topic: topic, level: .error, message: message, advice: advice)
  }

  var json: JSON {
    var members = [
      JSONObject.Member(name: "topic", value: .string(topic.rawValue)),
      JSONObject.Member(name: "level", value: .string(level.rawValue)),
      JSONObject.Member(name: "message", value: .string(message)),
    ]
    if let advice { members.append(JSONObject.Member(name: "advice", value: .string(advice))) }
    return .object(JSONObject(members))
  }
}
