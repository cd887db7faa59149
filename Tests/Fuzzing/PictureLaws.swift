import Pictures

/// A picture has a size that can be shown, or there is a reason.
public enum PictureLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    do throws(PictureError) {
      let header = try PictureHeader(of: bytes)
      let sides = [header.width, header.height]
      return sides.allSatisfy { $0 > 0 && $0 <= PictureHeader.longestSide } ? [] : ["a picture of \(sides)"]
    } catch {
      return error.description.isEmpty ? ["no reason"] : []
    }
  }
}
