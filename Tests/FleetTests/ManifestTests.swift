import Fleet
import Testing

@Suite("Manifests") struct ManifestTests {
  static let digest = SHA256.digest(of: [])

  /// The examples of FIPS 180-4 (NIST's `SHA256.pdf`): one block, two blocks; and lengths around the end of a block,
  /// whose digests `sha256sum` has.
  @Test func `digests are those of the standard`() {
    #expect(
      SHA256.digest(of: Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.digest(of: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(SHA256.digest(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let lengths: [Int: String] = [
      55: "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
      56: "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
      63: "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
      64: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
      65: "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0",
    ]
    for (length, digest) in lengths {
      #expect(SHA256.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: length)) == digest, "\(length)")
    }
  }

  @Test(arguments: [
    "", "/etc/passwd", "..", "a/../b", "a//b", "a/", ".hidden", "a/.git/config", "a\0b", "a\nb", "a\\b", "./a",
    String(repeating: "a", count: 256), Array(repeating: "a", count: 17).joined(separator: "/"),
  ])
  func `a path that could lead elsewhere is refused, also where a manifest came from somebody else`(path: String) {
    let file = Manifest.File(path: path, size: 1, digest: Self.digest)
    #expect(throws: Manifest.Problem.self) { try Manifest(files: [file], author: "a", written: 0) }
    let name = path.replacing("\\", with: "\\\\").replacing("\0", with: "\\u0000").replacing("\n", with: "\\n")
    let text = """
      {"version":1,"author":"a","written":0,"files":[{"path":"\(name)","size":1,"digest":"\(Self.digest)"}]}
      """
    #expect(throws: Manifest.Problem.self) { try Manifest(decoding: Array(text.utf8)) }
  }

  @Test func `a path that stays inside is taken, and what is written is read back`() throws {
    let files = ["b/c.layout", "a.layout", "b/d ä.png", "b-.layout"].map {
      Manifest.File(path: $0, size: 130_000 * 3, digest: Self.digest)
    }
    let manifest = try Manifest(files: files, author: "ann@desk", written: 1_700_000_000_000, message: "new \"door\"")

    #expect(manifest.files.map(\.path) == ["a.layout", "b-.layout", "b/c.layout", "b/d ä.png"])
    #expect(try Manifest(decoding: manifest.encoded) == manifest)
    #expect(manifest.contents.count == 1)
    #expect(manifest.files[0].pieces == 3)
    #expect(manifest.bytes == 1_560_000)
  }

  @Test func `the digest is of the files alone`() throws {
    let file = Manifest.File(path: "a.layout", size: 1, digest: Self.digest)
    let first = try Manifest(files: [file], author: "ann", written: 1)
    let second = try Manifest(files: [file], author: "bob", written: 2, message: "again")
    let other = try Manifest(
      files: [Manifest.File(path: "b.layout", size: 1, digest: Self.digest)], author: "ann", written: 1)

    #expect(first.digest == second.digest)
    #expect(first.digest != other.digest)
  }

  @Test func `two files at one place, and a file where a folder is needed, are refused`() {
    func manifest(_ paths: [String]) throws -> Manifest {
      try Manifest(
        files: paths.map { Manifest.File(path: $0, size: 1, digest: Self.digest) }, author: "a", written: 0)
    }
    #expect(throws: Manifest.Problem.twice("a")) { try manifest(["a", "a"]) }
    #expect(throws: Manifest.Problem.fileAndFolder("a")) { try manifest(["a/b/c", "a"]) }
    // Of two names that differ in their bytes alone a file system makes two files.
    #expect(throws: Never.self) { try manifest(["\u{E9}", "e\u{301}"]) }
  }

  @Test func `sizes and counts are limited`() {
    func file(_ index: Int, _ size: Int) -> Manifest.File {
      Manifest.File(path: "f\(index)", size: size, digest: Self.digest)
    }
    #expect(throws: Manifest.Problem.tooLarge("f0", bytes: 16_777_217)) {
      try Manifest(files: [file(0, 16_777_217)], author: "a", written: 0)
    }
    #expect(throws: Manifest.Problem.tooLarge("f0", bytes: -1)) {
      try Manifest(files: [file(0, -1)], author: "a", written: 0)
    }
    #expect(throws: Manifest.Problem.tooManyBytes(17 * 16_777_216)) {
      try Manifest(files: (0..<17).map { file($0, 16_777_216) }, author: "a", written: 0)
    }
    #expect(throws: Manifest.Problem.tooManyFiles(4097)) {
      try Manifest(files: (0..<4097).map { file($0, 0) }, author: "a", written: 0)
    }
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"version":2,"author":"a","written":0,"files":[]}"#,
    #"{"version":1,"author":"a","written":0,"files":{}}"#, #"{"version":1,"author":"a","files":[]}"#,
    #"{"version":1,"author":"a","written":0,"files":[{"path":"a","size":1.5,"digest":"0"}]}"#,
    #"{"version":1,"author":"a","written":0,"files":[{"path":"a","size":1,"digest":"XY"}]}"#,
    #"{"version":1,"author":"a","written":1e300,"files":[]}"#,
  ])
  func `what is no manifest is told from one`(text: String) {
    #expect(throws: Manifest.Problem.self) { try Manifest(decoding: Array(text.utf8)) }
  }

  @Test func `a trial says that it is one, and has the same files`() throws {
    let manifest = try DeskTests.manifest("a")
    let read = try Manifest(decoding: manifest.trial.encoded)
    #expect(read.isTrial && read.digest == manifest.digest && !manifest.isTrial)
    #expect(try !Manifest(decoding: manifest.encoded).isTrial)
  }
}
