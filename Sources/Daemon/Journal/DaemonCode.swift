import LayoutSyntax

/// Every complaint that only the daemon has, by its code.
enum DaemonCode: String, ComplaintCode {
  case willNotSurvive = "W2908"
}
