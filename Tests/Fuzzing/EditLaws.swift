import LayoutEngine
import LayoutModel
public import LayoutSyntax

/// Whoever follows an edit arrives where he would be who began with the edited text: tree, document and frames.
///
/// The first sixteen bytes say what is edited, the others are the text before.
public enum EditLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    var choices = FuzzedBytes(Array(bytes.prefix(16)))
    var text = Array(bytes.dropFirst(16))
    var tree = parse(SourceText(name: "a.layout", bytes: text))
    var resolution = Resolution(tree)
    var scenes = solved(resolution)
    for _ in 0..<3 {
      edit(&text, of: tree, using: &choices)
      let older = tree
      tree = parse(text, named: "a.layout", after: older)
      let fresh = parse(SourceText(name: "a.layout", bytes: text))
      guard TreeInvariants.isSame(tree, fresh) else { return ["another tree after an edit: \(excerpt(text))"] }
      if let edit = tree.literalEdit(since: older) {
        for index in 0..<Int32(tree.nodeCount) where edit.moved(older.node(at: index).span) != tree.node(at: index).span
        {
          return ["a node is elsewhere after an edit: \(excerpt(text))"]
        }
      }
      let resolved = Resolution(fresh)
      if resolution.follow(tree) {
        if resolution.document != resolved.document { return ["another document after an edit: \(excerpt(text))"] }
        if resolution.diagnostics != resolved.diagnostics { return ["complaints otherwise: \(excerpt(text))"] }
      } else {
        resolution = resolved
      }
      let freshScenes = solved(resolved)
      var continued: [LayoutScene] = []
      for (index, layout) in resolution.document.layouts.enumerated() where index < freshScenes.count {
        guard index < scenes.count else {
          continued.append(freshScenes[index])
          continue
        }
        var scene = LayoutScene(layout, inputs: SceneInputs(of: layout), continuing: scenes[index])
        _ = scene.solve(measuring: FixedMetrics())
        if let difference = SceneLaws.difference(scene, freshScenes[index]) {
          return ["after an edit \(difference): \(excerpt(text))"]
        }
        continued.append(scene)
      }
      scenes = continued
    }
    return []
  }

  /// Solved anew; those of big layouts are left out, as the fuzzer is to try much.
  private static func solved(_ resolution: Resolution) -> [LayoutScene] {
    guard resolution.document.layouts.allSatisfy({ $0.views.count <= 200 }) else { return [] }
    return resolution.document.layouts.prefix(4).map { layout in
      var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
      _ = scene.solve(measuring: FixedMetrics())
      return scene
    }
  }

  private static func excerpt(_ text: [UInt8]) -> String { String(decoding: text.prefix(2000), as: UTF8.self) }

  /// Something small, most of it what people do: digits, letters in texts, blanks.
  public static func edit(
    _ bytes: inout [UInt8], of tree: SyntaxTree, using random: inout some RandomNumberGenerator
  ) {
    guard !bytes.isEmpty else { return }
    let digits = Array("0123456789".utf8)
    /// One byte of a fuzzer's would not reach behind the first 256.
    func place(in count: Int) -> Int {
      (Int.random(in: 0..<256, using: &random) << 8 + Int.random(in: 0..<256, using: &random)) % count
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let places = bytes.indices.filter { digits.contains(bytes[$0]) }
      guard !places.isEmpty else { return }
      let chosen = places[place(in: places.count)]
      if Bool.random(using: &random) { bytes.insert(digits.randomElement(using: &random) ?? 0, at: chosen) }
      bytes[chosen] = digits.randomElement(using: &random) ?? 0
    case 2:
      let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "\n") }
      guard !places.isEmpty else { return }
      let blank = [" ", "\n", "  ", "// c\n", "/* c */"].randomElement(using: &random) ?? ""
      bytes.insert(contentsOf: blank.utf8, at: places[place(in: places.count)])
    case 3:
      let texts = tree.tokens.filter { $0.kind == .string && Int($0.end) < bytes.count }
      guard !texts.isEmpty else { return }
      bytes.insert(contentsOf: "é ".utf8, at: Int(texts[place(in: texts.count)].start) + 1)
    case 4: bytes.remove(at: place(in: bytes.count))
    default:
      bytes.insert(
        Array("{}()\"`#@*/.=<-\n 0a%".utf8).randomElement(using: &random) ?? 0, at: place(in: bytes.count))
    }
  }
}
