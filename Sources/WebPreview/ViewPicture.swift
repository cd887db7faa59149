import HTTPServer
import JSONText
import Pictures
import Posix

/// The picture that a view shows, asked for by the view's id: a page never names a file.
enum ViewPicture {
  /// - Parameters:
  ///   - message: what the daemon answered to a `Snapshot` with looks.
  ///   - files: those of the daemon.
  static func answer(view: Int, in message: [UInt8], of files: DaemonFiles?) -> HTTPResponse {
    guard let files, let path = path(of: view, in: message), let bytes = files.read(path),
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
