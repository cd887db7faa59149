/// One of the files that a picture may be in: `logo.png`, `logo@2x.png`, `logo@3x.png`.
struct PictureVariant: Equatable {
  var path: String
  var pixelsPerPoint: Double

  /// In the order in which they are looked for. A path that says itself how many pixels a point has is the only one.
  static func all(of path: String) -> [PictureVariant] {
    let (stem, ending) = split(path)
    for factor in 2...4 where stem.hasSuffix("@\(factor)x") {
      return [PictureVariant(path: path, pixelsPerPoint: Double(factor))]
    }
    return [PictureVariant(path: path, pixelsPerPoint: 1)]
      + (2...3).map { PictureVariant(path: "\(stem)@\($0)x\(ending)", pixelsPerPoint: Double($0)) }
  }

  /// The path up to the last dot of its last name, and the rest.
  private static func split(_ path: String) -> (stem: String, ending: String) {
    // By bytes: to find where a flag begins, Swift goes back over all flags before it.
    let bytes = path.utf8
    let nameStart = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? path.startIndex
    guard let dot = bytes[nameStart...].lastIndex(of: UInt8(ascii: ".")), dot > nameStart else { return (path, "") }
    return (String(path[..<dot]), String(path[dot...]))
  }
}
