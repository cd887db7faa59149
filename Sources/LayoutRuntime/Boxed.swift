/// A large value that is moved and handed on as a pointer, and copied only when it is changed while somebody else has
/// it.
///
/// A table of such values grows, and is copied, at the price of a table of pointers. Of what is kept in a box somewhere
/// only that is copied which is read; of a box that a function has just returned, all is.
struct Boxed<Value: Sendable>: Sendable {
  /// One value. An array is a box that can be shared and is changed where it stands.
  private var storage: [Value]

  init(_ value: Value) { storage = [value] }

  #if DEBUG
    // Not lent, for the reason that `SceneTable` gives.
    var value: Value {
      get { storage[0] }
      _modify { yield &storage[0] }
    }
  #else
    var value: Value {
      // By a span, since an array hands out copies of what is in it.
      @inline(__always) _read { yield storage.span[0] }
      @inline(__always) _modify { yield &storage[0] }
    }
  #endif
}
