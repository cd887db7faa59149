import Posix

/// Certificates that are believed by nobody but a test, made by openssl(1).
public enum TestCertificates {
  /// Writes `ca.pem`, `other.pem` (an authority that has signed nothing), and `server` and `client` with `.pem` and
  /// `.key`, both signed by the first.
  public static func make(in folder: String) throws {
    func openssl(_ words: String...) throws {
      let child = try ChildProcess.run("openssl", words, in: folder)
      guard child.exit == .code(0) else { throw NatsServer.NotReady(output: child.errorText) }
    }
    for authority in ["ca", "other"] {
      try openssl(
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(authority)", "-keyout",
        "\(authority).key", "-out", "\(authority).pem")
    }
    try FileSystem.writeFile(folder + "/names", Array("subjectAltName=DNS:localhost,IP:127.0.0.1\n".utf8))
    for name in ["server", "client"] {
      try openssl(
        "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(name)", "-keyout", "\(name).key", "-out",
        "\(name).csr")
      try openssl(
        "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
        "-extfile", "names", "-out", "\(name).pem")
    }
  }
}
