internal import CLinux
internal import Glibc

/// Memory that the program has freed and malloc still holds.
///
/// malloc gives the end of its heap back to the kernel as soon as 128 KB of it are free, and does so with every large
/// piece. A program that works in bursts then has the same pages cleared again and again: for each save a tree, rows
/// and a plan are made, and those before are dropped. That was a quarter of the time of lowering. A program that never
/// gives memory back keeps as much as its largest burst took. So memory is kept while there is work, and given back
/// when there is none. Seen with glibc 2.36; documented in mallopt(3), malloc_trim(3), mallinfo2(3).
public enum FreedMemory {
  /// Keeps what is freed until `giveBack()`, up to 16 MB at the end of the heap. For the beginning of `main`, before
  /// there is another thread.
  ///
  /// All threads share one heap from then on: the few that libraries start (Pango's, for a moment) would each leave one
  /// of their own behind.
  public static func keep() {
    // Larger than any array of a scene of 10,000 views.
    _ = mallopt(M_MMAP_THRESHOLD, 4 << 20)
    _ = mallopt(M_TRIM_THRESHOLD, 16 << 20)
    _ = mallopt(M_ARENA_MAX, 1)
  }

  /// Keeps all that is freed for good. For measurements, which would otherwise tell how long the kernel takes to clear
  /// pages: a plan of 100,000 views and what it is compiled in are 65 MB.
  public static func keepAll() {
    _ = mallopt(M_MMAP_MAX, 0)
    _ = mallopt(M_TRIM_THRESHOLD, .max)
  }

  /// How many bytes of the main thread's heap are free. Some of their pages may be with the kernel already.
  public static var bytes: Int { Int(clamping: mallinfo2().fordblks) }

  /// Gives the kernel all pages that nothing stands in. Takes some hundred microseconds a megabyte, and whoever needs
  /// them next has them cleared again.
  public static func giveBack() { _ = malloc_trim(0) }
}
