import Testing

extension SeedBatch {
  /// Holds every generated sketch of the batch against one promise.
  ///
  /// The first failure of a batch is shrunk to a system small enough to think about; the others are named only,
  /// as they are likely to have the same cause.
  func expect(
    _ generate: (UInt64) -> SystemSketch, _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
    keeps promise: (SystemSketch, UInt64) -> Complaint?
  ) {
    var hasShrunk = false
    forEach { seed in
      let sketch = generate(seed)
      guard let complaint = promise(sketch, seed) else { return }
      var message = "\(name), seed \(seed): \(complaint.promise.rawValue): \(complaint.text)"
      if !hasShrunk {
        hasShrunk = true
        let smallest = sketch.shrunk { promise($0, seed)?.promise == complaint.promise }
        message += "\nshrunk: \(promise(smallest, seed)?.text ?? "")\n\(smallest)"
      }
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }
  }
}
