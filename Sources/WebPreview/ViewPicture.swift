import HTTPServer
import JSONText
import Pictures
import Posix

/// The picture that a view shows, asked for by the view's id: a page never names a file.
enum ViewPicture {
  /// - Parameters:
  ///   - message: what the daemon answered to a `Snapshot` with looks.
  ///   - folder: from where the daemon names files.
  static func answer(view: Int, in message: [UInt8], from folder: String?) -> HTTPResponse {
    guard let folder, let path = path(of: view, in: message).map({ FileSystem.path($0, from: folder) }),
      // A link that has taken its place since leads nowhere.
      let bytes = try? Enclosure([FileSystem.split(path).directory]).readFile(path).bytes,
      let header = try? PictureHeader(of: bytes)
    else { return HTTPResponse(404) }
    let type = header.format == .svg ? "svg+xml" : header.format.rawValue
    return HTTPResponse(200, [HTTPHeader("Content-Type", "image/\(type)")], .bytes(bytes))
  }

  /// Only of one that the daemon has found, in a folder that it may read in.
  private static func path(of view: Int, in message: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: message), let event = json["parameters"]?["event"],
      let look = event["views"]?.array?.first(where: { $0["id"]?.number == Double(view) })?["look"]?.number,
      let image = event["looks"]?.array?.first(where: { $0["id"]?.number == look })?["image"],
      image["width"] != nil
    else { return nil }
    return image["path"]?.string
  }
}
