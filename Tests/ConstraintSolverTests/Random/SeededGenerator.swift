/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every seed is a good one, and the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices.randomElement(using: &self)! }
  mutating func sample<Element>(_ choices: some Collection<Element>, _ count: Int) -> [Element] {
    Array(choices.shuffled(using: &self).prefix(count))
  }
}
