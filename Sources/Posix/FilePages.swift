internal import CLinux
internal import Glibc

/// Pages of files that this process has in memory and never wrote to: code, constants, what the loader reads, fonts.
///
/// They count as the program's memory, though the kernel keeps what it has read of a file once for everybody. Most of
/// them are needed only at the start; and with each page that is touched the kernel maps the fifteen around it. When
/// they are let go, those that are still needed come back by themselves. Sixteen of them take half a microsecond, as
/// long as the kernel has not reused the memory.
public enum FilePages {
  /// Lets go of all. Takes two milliseconds; does nothing while there is another thread, which might put something
  /// else in the place of a file meanwhile.
  public static func release() {
    guard let status = lines(of: "/proc/self/status"), status.contains(where: { $0.elementsEqual("Threads:\t1".utf8) }),
      let lines = lines(of: "/proc/self/smaps")
    else { return }
    var mapping: Range<UInt>?
    // Some thousands, most of which say nothing that matters here: bytes, since letters take ten times as long.
    for line in lines {
      if line.first.map({ $0 < UInt8(ascii: "A") || $0 > UInt8(ascii: "Z") }) ?? false {
        let found = Mapping(String(decoding: line, as: UTF8.self)[...])
        mapping = found.flatMap { $0.isFile && !$0.isWritable ? $0.pages : nil }
      } else if mapping == nil {
        continue
      } else if line.starts(with: "Anonymous:".utf8) || line.starts(with: "Swap:".utf8) {
        // Somebody could write to it once and did: the loader to addresses, a debugger to code.
        if !line.suffix(5).elementsEqual(" 0 kB".utf8) { mapping = nil }
      } else if line.starts(with: "VmFlags:".utf8), let pages = mapping {
        Self.release(pages)
      }
    }
  }

  private static func lines(of path: String) -> [ArraySlice<UInt8>]? {
    (try? FileSystem.readFile(path).bytes)?.split(separator: UInt8(ascii: "\n"))
  }

  private static func release(_ pages: Range<UInt>) {
    // A wish: when the kernel refuses, nothing is different.
    unsafe _ = madvise(UnsafeMutableRawPointer(bitPattern: pages.lowerBound), pages.count, MADV_DONTNEED)
  }

  /// Lets go of what only the loader reads in the files of the program and its libraries: symbols and relocations, 3 MB
  /// of a program that links Pango. It looks in all of them for a function that is called for the first time.
  public static func releaseLoaderTables() { framewire_release_loader_tables(UInt(sysconf(Int32(_SC_PAGESIZE)))) }

  /// Lets go of constants that are not needed again soon.
  ///
  /// - Parameter constants: part of the program itself and never written. Anything else would be lost.
  @unsafe public static func release(_ constants: Span<UInt8>) {
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    unsafe constants.withUnsafeBytes { bytes in
      let start = UInt(bitPattern: bytes.baseAddress)
      // Whole pages only: what is at the ends of the first and the last is somebody else's.
      let first = (start + page - 1) / page * page
      let end = (start + UInt(bytes.count)) / page * page
      if first < end { release(first..<end) }
    }
  }
}

/// A line of `/proc/self/smaps` that begins a mapping: `7f00a000-7f00c000 r-xp 00000000 fe:00 1049 /usr/lib/libc.so.6`.
private struct Mapping {
  let pages: Range<UInt>
  let isWritable: Bool
  let isFile: Bool

  init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 5)
    guard words.count >= 5, let dash = words[0].firstIndex(of: "-"),
      let start = UInt(words[0][..<dash], radix: 16), let end = UInt(words[0][dash...].dropFirst(), radix: 16),
      start < end
    else { return nil }
    pages = start..<end
    isWritable = words[1].contains("w")
    isFile = words.count > 5 && words[5].drop { $0 == " " }.hasPrefix("/")
  }
}
