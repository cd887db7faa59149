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
    pictures = []
    for index in views.indices where views[index].kind == .image {
      findPicture(ofView: index, in: files, within: root, &complaints)
    }
  }

  private mutating func findPicture(
    ofView index: Int, in files: [SourceFile], within root: String?, _ complaints: inout ComplaintList
  ) {
    let view = views[index]
    var named: (text: String, origin: Origin)? = view.text.map { ($0, view.origin) }
    for setting in settings[Int(view.settings.lowerBound)..<Int(view.settings.upperBound)] {
      if case .property(name: "image", .text(let text)) = setting.setting { named = (text, setting.origin) }
    }
    guard let named, !named.text.isEmpty else { return }
    // A program that draws learns the name of the picture as the view's text.
    views[index].text = named.text
    let file = files[Int(named.origin.file)]
    let place = Diagnostic.Place(file: file.name, span: named.origin.span)
    // A web address is never loaded.
    if named.text.contains("://") { return complaints.report(.pictureInNoFile, at: place) }
    let path = resolvedPath(of: named.text, importedBy: file.path)
    if let root, !isInside(path, root) {
      return complaints.report(.escapingPicture(named.text, root: root), at: place)
    }
    pictures.append(PictureUse(view: ViewID(Int32(index)), path: path, origin: named.origin))
  }
}

extension ResolvedDocument {
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

  static func escapingPicture(_ written: String, root: String) -> Complaint {
    Complaint(
      .escapingPicture, "'\(written)' lies outside '\(root)', and pictures stay inside it",
      help: ["copy it into '\(root)', or serve a folder that has both"])
  }
}
