import Testing

/// Everything that asks Pango, one after the other: it is asked from one thread, as the daemon's loop does. Font maps
/// share faces behind their backs, and two threads at once get lines broken elsewhere now and then.
@Suite("Fonts", .serialized) enum FontSuites {}
