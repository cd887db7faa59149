import Daemon
import Posix
import TextMeasurement
import Wire

/// The versions that have to fit together.
enum VersionExamination {
  static func findings(of daemon: RunningDaemon?, kernel: String? = kernel) -> [Finding] {
    var findings: [Finding] = []
    if let daemon {
      let info = daemon.info
      if info.version == Version.current {
        findings.append(.ok(.version, "tool and daemon are \(info.product) \(Version.current)"))
      } else {
        findings.append(
          .warning(
            .version, "the daemon is \(info.product) \(info.version), this tool is \(Version.current)",
            "start the daemon again, with the program that is installed now"))
      }
      let interface = InterfaceDescription.own
      findings.append(
        info.interfaces.contains(interface)
          ? .ok(.version, "the daemon speaks \(interface)")
          : .error(
            .version, "the daemon does not speak \(interface): \(info.interfaces.joined(separator: ", "))",
            "say another --socket, or start the daemon of this tool's version"))
    } else {
      findings.append(.ok(.version, "the tool is framewire \(Version.current)"))
    }
    return findings + [finding(ofKernel: kernel)]
  }

  /// Since 5.6 a path is opened beneath a folder in one call (openat2(2)).
  static func finding(ofKernel release: String?) -> Finding {
    guard let release else {
      return .warning(.kernel, "/proc does not say which kernel this is", "mount /proc; file descriptors need it too")
    }
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    let isRecent = numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 6)
    if isRecent { return .ok(.kernel, "Linux \(release)") }
    return .warning(
      .kernel, "Linux \(release) has no openat2: files are opened name by name, which takes longer",
      "nothing has to be done; Linux 5.6 or newer is faster")
  }

  private static var kernel: String? {
    guard let content = try? FileSystem.readFile("/proc/sys/kernel/osrelease") else { return nil }
    return String(decoding: content.bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

/// The served folders, and whether the kernel can watch all that is in them.
struct FolderExamination {
  private(set) var findings: [Finding] = []
  private var watches = 0

  /// - Parameter isServed: a daemon watches them already.
  init(_ roots: [String], followingLinks followsLinks: Bool, isServed: Bool) {
    for root in roots { examine(root, followsLinks) }
    examine(InotifyUse(of: CurrentProcess.userID), isServed: isServed)
  }

  private mutating func examine(_ root: String, _ followsLinks: Bool) {
    let status: FileStatus
    do throws(PosixError) { status = try FileSystem.status(of: root) } catch {
      return findings.append(
        .error(.folder, "cannot serve \(root): \(error.reason)", "say a folder that is there and can be entered"))
    }
    let isFolder = status.kind == .directory
    guard FileSystem.isReadable(root, asFolder: isFolder) else {
      return findings.append(
        .error(
          .folder, "\(root) cannot be read by this user (\(SocketExamination.words(for: status)))",
          "chmod \(isFolder ? "u+rx" : "u+r") \(root), or run the daemon as its owner"))
    }
    if isFolder, status.permissions & 0o002 != 0 {
      findings.append(
        .warning(
          .folder, "everybody may put layouts into \(root) (\(SocketExamination.words(for: status)))",
          "chmod o-w \(root)"))
    }
    let survey = FolderSurvey(root, followingLinks: followsLinks)
    watches += survey.watches
    for notice in survey.notices {
      findings.append(.warning(.folder, notice.description, "make it readable, or rename it, as it says"))
    }
    for file in survey.unreadable.prefix(Self.mostNamed) {
      findings.append(.error(.folder, "\(file) cannot be read by this user", "chmod u+r \(file)"))
    }
    if survey.unreadable.count > Self.mostNamed {
      let rest = survey.unreadable.count - Self.mostNamed
      findings.append(
        .error(.folder, "\(counted(rest, "more file")) in \(root) cannot be read", "chmod -R u+r \(root)"))
    }
    if survey.isRemote {
      findings.append(
        .warning(
          .folder, "\(root) is on a network file system, where changes raise no events: it is polled",
          "nothing has to be done; a folder on a local disk is noticed sooner"))
    }
    if survey.layouts.isEmpty {
      findings.append(.warning(.folder, "there is no *.layout file in \(root)", "say the folder that they are in"))
    } else {
      let count = survey.layouts.count
      findings.append(.ok(.folder, "\(root): \(counted(count, "layout"))"))
    }
  }

  /// Files that are named one by one: a screen of them.
  private static let mostNamed = 10

  private mutating func examine(_ use: InotifyUse, isServed: Bool) {
    examine(
      "folders watched", use.watches, of: use.mostWatches, needed: isServed ? 0 : watches, "max_user_watches",
      atLeast: 524_288)
    examine(
      "instances", use.instances, of: use.mostInstances, needed: isServed ? 0 : 1, "max_user_instances",
      atLeast: 512)
  }

  /// - Parameter least: what is enough for most machines.
  private mutating func examine(
    _ what: String, _ count: Int, of most: Int?, needed: Int, _ limit: String, atLeast least: Int
  ) {
    guard let most else {
      return findings.append(
        .warning(
          .inotify, "the kernel does not say fs.inotify.\(limit)",
          "serve --poll looks at the files five times a second instead"))
    }
    let words = "\(what): \(count) by this user\(needed > 0 ? ", \(needed) more to serve" : ""), of \(most)"
    let advice = "sysctl fs.inotify.\(limit)=\(max(least, 2 * (count + needed))); a file in /etc/sysctl.d keeps it"
    if count + needed > most {
      findings.append(.error(.inotify, "\(words); what has none is polled", advice))
    } else if (count + needed) * 10 > most * 9 {
      findings.append(.warning(.inotify, "\(words); nearly all", advice))
    } else {
      findings.append(.ok(.inotify, words))
    }
  }
}

/// The fonts that texts are measured in.
enum FontExamination {
  /// - Parameter paths: those of `--font`.
  static func findings(of paths: [String]) -> [Finding] {
    var findings: [Finding] = []
    var own: [String] = []
    do throws(FontMeasurerError) {
      own = try FontMeasurer().familyNames
      findings.append(.ok(.font, "\(own.joined(separator: ", ")), inside of the program"))
    } catch {
      return [.error(.font, "\(error)", "serve --text fixed does without fonts")]
    }
    for path in paths {
      do throws(FontMeasurerError) {
        let found = try FontMeasurer(fonts: [path]).familyNames.filter { !own.contains($0) }
        findings.append(.ok(.font, "\(path): \(found.isEmpty ? own.joined() : found.joined(separator: ", "))"))
      } catch { findings.append(.error(.font, "\(error)", "--font takes .ttf and .otf files, and folders of them")) }
    }
    return findings
  }
}

/// The file in which a daemon keeps what is set.
enum JournalExamination {
  /// - Parameters:
  ///   - location: nil: no variable says where.
  ///   - isFailing: the daemon says that it cannot write.
  static func findings(at location: JournalLocation?, isFailing: Bool) -> [Finding] {
    findings(at: location) + (isFailing ? [failing] : [])
  }

  /// Of a daemon whose command line nobody can see.
  ///
  /// - Parameter metrics: what it says of its journal.
  static func findings(ofUnseen metrics: [String: Double]) -> [Finding] {
    if metrics["journal.failing"] == 1 { return [failing] }
    let bytes = metrics["journal.bytes"].map { counted(Int($0), "byte") } ?? "an unknown number of bytes"
    return [.ok(.journal, "the daemon keeps \(bytes); in which file cannot be seen from here")]
  }

  private static let failing = Finding.error(
    .journal, "the daemon cannot write it: what is set now ends with the daemon",
    "mend what is wrong above; the next change writes everything anew")

  private static func findings(at location: JournalLocation?) -> [Finding] {
    guard let location else {
      return [
        .error(
          .journal, "neither XDG_STATE_HOME nor HOME says where to keep what is set",
          "set one of them, or say serve --journal PATH or --no-journal")
      ]
    }
    let folder = FileSystem.split(location.path).directory
    let finding = finding(of: JournalCondition(at: location), at: location.path)
    guard let status = try? FileSystem.status(of: folder), status.kind == .directory, status.isOpenToOthers else {
      return [finding]
    }
    return [finding, .openFolder(.journal, folder, status, orSay: "serve --journal PATH")]
  }

  private static func finding(of condition: JournalCondition, at path: String) -> Finding {
    switch condition {
    case .absent: .ok(.journal, "nothing is kept yet; \(path) is made when something is set")
    case .closed(let error):
      .error(
        .journal, "nothing can be kept: \(error.path ?? path): \(error.reason)",
        "make that folder writable for the daemon's user, or say serve --journal PATH")
    case .exposed(let folder):
      .error(
        .journal, "nothing can be kept: \(folder) belongs to another user",
        "chown it to the daemon's user, or say serve --journal PATH")
    case .unreadable(let error):
      .error(
        .journal, "nothing can be kept: \(path): \(error.reason)",
        "move it away or mend its permissions; a daemon leaves it as it is")
    case .foreign:
      .warning(
        .journal, "\(path) is not a journal of this version",
        "a daemon puts it aside as \(path).set-aside; move it away")
    case .readable(let bytes, let entries, 0): .ok(.journal, "\(path): \(entries) entries, \(bytes) bytes")
    case .readable(let bytes, let entries, let damages):
      .warning(
        .journal, "\(path): \(entries) entries, \(bytes) bytes, and \(damages) not as written: what they said is lost",
        "nothing has to be done: a daemon goes on with the rest, and writes it anew")
    }
  }
}
