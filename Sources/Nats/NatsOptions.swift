/// How to reach a broker and who one is there.
public struct NatsOptions: Sendable {
  /// `nats://host:4222`, `tls://…`; several are of one cluster. A name and a password may stand in it, but are then
  /// seen by whoever lists processes.
  public var servers: [String]
  /// What the server's list of connections calls this one.
  public var name: String
  /// A file with a user's signed name and key, as `nsc` writes it.
  public var credentials: String?
  /// Name and password.
  public var user: (name: String, password: String)?
  /// Below which subject answers come; nil: `_INBOX`. Who may listen below that hears what everybody is answered, so
  /// users that are not to have subjects of their own.
  public var inbox: String?
  /// Certificates that servers are believed by; nil: those of the system. Anything here asks for TLS.
  public var authorities: String?
  /// A certificate of one's own with its key, both as files.
  public var certificate: (chain: String, key: String)?
  /// How long to try at first, and how long an answer may take.
  public var patience: Duration

  public init(
    servers: [String], name: String, credentials: String? = nil, user: (name: String, password: String)? = nil,
    inbox: String? = nil, authorities: String? = nil, certificate: (chain: String, key: String)? = nil,
    patience: Duration = .seconds(5)
  ) {
    self.servers = servers
    self.name = name
    self.credentials = credentials
    self.user = user
    self.inbox = inbox
    self.authorities = authorities
    self.certificate = certificate
    self.patience = patience
  }
}
