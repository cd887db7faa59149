import DaemonHarness
import Posix
import Testing

/// What is linked is loaded at every start, and its faults are ours.
@Suite("Libraries that the programs need") struct LibraryTests {
  /// Those of the program's own folder and of Swift left out: a release has Swift inside.
  private func needed(by program: String) throws -> Set<String> {
    let run = try ChildProcess.run("readelf", ["-d", program])
    try #require(run.exit == .code(0), "\(run.errorText)")
    let names = run.outputText.split(separator: "\n").filter { $0.contains("(NEEDED)") }.compactMap { line in
      line.split(separator: "[").last?.split(separator: "]").first.map(String.init)
    }
    try #require(names.contains("libc.so.6"))
    return Set(names.filter { !$0.hasPrefix("libswift") && !$0.hasPrefix("libFoundation") && !$0.hasPrefix("lib_") })
  }

  @Test func `the tool and daemon needs these and no others`() throws {
    #expect(
      try needed(by: ServedFolder.tool) == [
        "ld-linux-x86-64.so.2", "libc.so.6", "libcairo.so.2", "libfontconfig.so.1", "libglib-2.0.so.0",
        "libgobject-2.0.so.0", "libharfbuzz.so.0", "libinotifytools.so.0", "libm.so.6", "libpango-1.0.so.0",
        "libpangocairo-1.0.so.0", "libpangoft2-1.0.so.0",
      ])
  }
}
