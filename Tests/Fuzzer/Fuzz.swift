import Fuzzing
import Glibc

/// What libFuzzer calls. `FRAMEWIRE_FUZZ_TARGET` says which target; without it, the targets and their seeds are listed,
/// a line each. Arguments are libFuzzer's, whose `main` this program has.
enum Fuzz {
  static let target = FuzzTarget.all.first { $0.name == name }

  private static var name: String? { unsafe getenv("FRAMEWIRE_FUZZ_TARGET").map { unsafe String(cString: $0) } }

  static func list() -> Never {
    for target in FuzzTarget.all {
      print(([target.name, target.corpus] + target.seeds.map(\.folder)).joined(separator: " "))
    }
    exit(name == nil ? 0 : 64)
  }

  /// Bytes that break a law end the process like those that break the program: libFuzzer keeps them in a file.
  static func run(_ bytes: [UInt8]) {
    for finding in target?.findings(bytes) ?? [] {
      print("finding: \(finding)")
      fflush(nil)
      abort()
    }
  }
}

/// Once, before anything else.
@_cdecl("LLVMFuzzerInitialize") public func initialize(
  _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  if Fuzz.target == nil { Fuzz.list() }
  return 0
}

/// Again and again.
@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  Fuzz.run(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
