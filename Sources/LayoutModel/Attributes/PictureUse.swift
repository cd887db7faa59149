import LayoutSyntax

/// An `image` that names a file: `image logo "logo.png"`, or `image: "logo.png"`.
public struct PictureUse: Equatable, Sendable {
  /// The view of the image.
  public var view: ViewID
  /// The path of the picture file, as `resolvedPath(of:importedBy:)` spells it: relative to the file that names it.
  public var path: String
  /// Where the picture is named.
  public var origin: Origin

  public init(view: ViewID, path: String, origin: Origin) {
    self.view = view
    self.path = path
    self.origin = origin
  }
}

extension ResolvedLayout {
  /// Finds the pictures of a layout that is resolved. Whoever loads the imports loads the pictures too.
  mutating func findPictures(in files: [SourceFile], within root: String?, _ complaints: inout ComplaintList) {
    findPictures(importedBy: files.map(\.path), within: root) { complaint, origin in
      complaints.report(complaint, at: Diagnostic.Place(file: files[Int(origin.file)].name, span: origin.span))
    }
  }

  /// The same of a layout without a text.
  ///
  /// - Parameter paths: by `Origin.file`: from where paths of pictures lead.
  /// - Returns: whether all of them may be looked for.
  package mutating func findPictures(importedBy paths: [String]) -> Bool {
    var isRight = true
    findPictures(importedBy: paths, within: nil) { _, _ in isRight = false }
    return isRight
  }

  private mutating func findPictures(
    importedBy paths: [String], within root: String?, reporting report: (Complaint, Origin) -> Void
  ) {
    pictures = []
    for index in views.indices where views[index].kind == .image {
      findPicture(ofView: index, importedBy: paths, within: root, reporting: report)
    }
  }

  private mutating func findPicture(
    ofView index: Int, importedBy paths: [String], within root: String?, reporting report: (Complaint, Origin) -> Void
  ) {
    let view = views[index]
    var named: (text: String, origin: Origin)? = view.text.map { ($0, view.origin) }
    // What `image:` says else is for whoever draws.
    var unread: Origin?
    var statesItsSize = false
    for setting in settings[Int(view.settings.lowerBound)..<Int(view.settings.upperBound)] {
      switch setting.setting {
      case .property(name: "image", .text(let text)): (named, unread) = ((text, setting.origin), nil)
      case .property(name: "image", _): unread = setting.origin
      case .intrinsicSize: statesItsSize = true
      default: break
      }
    }
    if let unread, !statesItsSize { report(.pictureInNoFile, unread) }
    guard let named, !named.text.isEmpty else { return }
    // A program that draws learns the name of the picture as the view's text.
    if views[index].text != named.text { views[index].text = named.text }
    // A web address is never loaded.
    if named.text.contains("://") {
      if !statesItsSize { report(.pictureInNoFile, named.origin) }
      return
    }
    if named.text.utf8.count > ModelLimits.path { return report(.longPath, named.origin) }
    let path = resolvedPath(of: named.text, importedBy: paths[Int(named.origin.file)])
    if let root, !isInside(path, root) { return report(.escapingPicture(named.text, root: root), named.origin) }
    pictures.append(PictureUse(view: ViewID(Int32(index)), path: path, origin: named.origin))
  }
}

extension ResolvedDocument {
  /// Lets go of pictures in more files than a document may name, and complains of the first.
  mutating func limitPictures(in files: [SourceFile], _ complaints: inout ComplaintList) {
    if layouts.reduce(0, { $0 + $1.pictures.count }) <= ModelLimits.pictures { return }
    var known: Set<String> = []
    var first: Origin?
    for index in layouts.indices {
      layouts[index].pictures.removeAll { use in
        if known.contains(use.path) { return false }
        if known.count < ModelLimits.pictures { return !known.insert(use.path).inserted }
        first = first ?? use.origin
        return true
      }
    }
    guard let first else { return }
    complaints.report(
      .tooManyPictures, at: Diagnostic.Place(file: files[Int(first.file)].name, span: first.span))
  }

  /// The files of all pictures in the document, each once, in order of appearance.
  public var pictures: [String] {
    var seen: Set<String> = []
    return layouts.flatMap(\.pictures).map(\.path).filter { seen.insert($0).inserted }
  }
}

extension Complaint {
  static let pictureInNoFile = Complaint(
    .pictureInNoFile,
    "only a picture in a file, named in quotes, gives its view a natural size; 'intrinsic' states one")

  static func pictureOfOther(_ kind: ViewKind) -> Complaint {
    Complaint(
      .unreadSetting, "a picture gives its size to an 'image' alone; that of a \(kind.rawValue) is for whoever draws")
  }

  static let tooManyPictures = Complaint(
    .tooMuchImported,
    "a document names at most \(ModelLimits.pictures) pictures; this one and those behind it are left out")

  static func escapingPicture(_ written: String, root: String) -> Complaint {
    Complaint(
      .escapingPicture, "'\(written)' lies outside '\(root)', and pictures stay inside it",
      help: ["copy it into '\(root)', or serve a folder that has both"])
  }
}
