/// A large value that is moved and handed on as a pointer, and copied only when it is changed while somebody else has it.
///
/// A table of such values grows, and is copied, at the price of a table of pointers.
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
      // Of what is read here, what is wanted of it is copied, and not the whole.
      @inline(__always) _read { yield storage[0] }
      @inline(__always) _modify { yield &storage[0] }
    }
  #endif
}
