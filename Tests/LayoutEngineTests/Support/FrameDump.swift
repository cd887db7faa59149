import Frames
import Geometry
import LayoutEngine
import LayoutModel

/// A solved scene as text, one view a line: what golden files hold.
///
/// ```
/// login  390 × 844
///   user      39  422  312  67.515625
/// ```
func frameDump(_ scene: LayoutScene, name: String) -> String {
  let root = scene.frame(of: .root)
  var lines = ["\(name)  \(number(root.width)) × \(number(root.height))"]
  for (index, view) in scene.layout.views.enumerated().dropFirst() where view.kind != .guide {
    let id = ViewID(Int32(index))
    let frame = Frame(scene.frame(of: id)).rect
    var line = "  \(view.path)  " + [frame.x, frame.y, frame.width, frame.height].map(number).joined(separator: " ")
    let content = scene.content(of: id)
    if content.isHidden { line += "  hidden" }
    if content.alpha != 1 { line += "  alpha \(number(content.alpha))" }
    if let truncation = content.truncation { line += "  truncated \(truncation)" }
    for guide in content.guides {
      let frame = guide.frame.rect
      line += "  \(guide.name): " + [frame.x, frame.y, frame.width, frame.height].map(number).joined(separator: " ")
    }
    if let scroll = content.scroll {
      let numbers = [
        scroll.offsetX, scroll.offsetY, scroll.contentWidth, scroll.contentHeight, scroll.insetTop, scroll.insetLeft,
        scroll.insetBottom, scroll.insetRight,
      ].map { number(Double($0) / 64) }
      line += "  at \(numbers[0]) \(numbers[1]) of \(numbers[2]) × \(numbers[3])"
      if numbers[4...] != ["0", "0", "0", "0"] { line += " inset " + numbers[4...].joined(separator: " ") }
    }
    lines.append(line)
  }
  for diagnostic in scene.diagnostics { lines.append("  \(diagnostic.code.rawValue): \(diagnostic.message)") }
  return lines.joined(separator: "\n") + "\n"
}

private func number(_ value: Double) -> String { value == value.rounded() ? String(Int(value)) : String(value) }
