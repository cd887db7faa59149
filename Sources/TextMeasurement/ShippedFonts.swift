internal import CShippedFonts
import Posix
import Synchronization

/// The fonts inside of this program, as files: fontconfig and Pango know fonts by path only.
///
/// The files live in memory and have no name on any disk; `/proc/self/fd` lends them one. They are opened once and stay
/// open as long as the process: Cairo keeps faces by path beyond the fonts that they are of, and a number that was
/// closed could become that of another file.
final class ShippedFonts: Sendable {
  /// The family of both, the one that texts have without another.
  static let family = "DejaVu Sans"

  private let regular: FileDescriptor
  private let bold: FileDescriptor

  private init() throws(PosixError) {
    precondition(framewire_shipped_font_count() == 2, "\(framewire_shipped_font_count()) fonts are shipped")
    let regular = try Self.file(0)
    let bold = try Self.file(1)
    self.regular = regular
    self.bold = bold
  }

  private static let opened = Mutex<ShippedFonts?>(nil)

  /// The paths of the files, which are opened now if they are not yet.
  static func paths() throws(PosixError) -> [String] {
    let fonts = try opened.withLock { (opened) throws(PosixError) in
      if let opened { return opened }
      let fonts = try ShippedFonts()
      opened = fonts
      return fonts
    }
    return [fonts.regular.number.path, fonts.bold.number.path]
  }

  private static func file(_ index: Int32) throws(PosixError) -> FileDescriptor {
    let font = unsafe framewire_shipped_font_at(index)
    let file = try FileDescriptor.memoryFile(named: unsafe String(cString: font.name))
    let bytes = unsafe Span(_unsafeStart: font.bytes, count: font.count)
    try file.writeAll(bytes)
    // They are in the file now; 750 KB of each would stay in memory twice.
    unsafe FilePages.release(bytes)
    return file
  }
}
