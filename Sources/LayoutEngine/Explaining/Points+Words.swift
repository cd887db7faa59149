import Geometry

extension Points {
  /// The number with three decimals at most: enough to tell two neighbours on the grid of 1/64 apart.
  var words: String {
    let thousandths = (magnitude * 1000).rounded()
    guard thousandths < 1e15 else { return "\(self)" }
    let sign = self < 0 && thousandths > 0 ? "-" : ""
    let (whole, rest) = Int64(thousandths).quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return "\(sign)\(whole)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
