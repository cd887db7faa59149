internal import Settables

extension Surroundings {
  /// What has to be set for these, in a scene that has others; nil: one to which nothing was said.
  func assignments(after before: Surroundings?) -> [Assignment] {
    var all: [Assignment] = []
    func set(_ settable: Settable, _ isNews: Bool, _ value: SettableValue) {
      if isNews { all.append(Assignment(settable, to: value)) }
    }
    set(.size, before?.size != size, .numbers([size.width, size.height]))
    set(.scale, before?.scale != scale, .number(scale))
    set(.safe, before?.safe != safe, .numbers([safe.top, safe.left, safe.bottom, safe.right]))
    set(
      .margins, before?.margins != margins, .numbers([margins.top, margins.leading, margins.bottom, margins.trailing]))
    set(
      .keyboard, before?.keyboard != keyboard || before?.floatingKeyboard != floatingKeyboard,
      floatingKeyboard.map { .numbers([$0.x, $0.y, $0.width, $0.height]) } ?? .number(keyboard))
    let known = before?.traits ?? [:]
    for name in Set(known.keys).union(traits.keys).sorted() where known[name] != traits[name] {
      all.append(Assignment(.trait, of: name, to: traits[name].map { .text($0) }))
    }
    for flag in (before?.flags ?? []).symmetricDifference(flags).sorted() {
      all.append(Assignment(.flag, of: flag, to: .truth(flags.contains(flag))))
    }
    return all
  }
}
