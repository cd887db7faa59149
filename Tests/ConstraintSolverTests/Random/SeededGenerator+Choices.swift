import TestSupport

/// The choices that random systems are made of.
extension SeededGenerator {
  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices.randomElement(using: &self)! }
  mutating func sample<Element>(_ choices: some Collection<Element>, _ count: Int) -> [Element] {
    Array(choices.shuffled(using: &self).prefix(count))
  }
}
