import Frames
import Geometry
import LayoutModel

/// Reads how views look from their properties, as they hold in the state that is solved.
struct LookReading {
  private let layout: ResolvedLayout
  private let facts: LayoutFacts
  private let values: QuantityValues
  private let holds: [Bool]
  private let texts: [MeasuredText?]
  private let setting: TextSetting
  /// The pictures of images, and what is known of them.
  private var images: [ViewID: Look.Image] = [:]

  init(_ scene: LayoutScene) {
    layout = scene.layout
    facts = scene.facts
    values = scene.values
    holds = scene.lowered.last?.structure.key.conditions ?? []
    texts = scene.texts.items
    setting = TextSetting(scene.layout, scene.facts, scene.inputs, scene.values)
    for use in layout.pictures {
      var image = Look.Image(path: use.path)
      if case .size(let width, let height, let version)? = scene.inputs.pictures[use.path] {
        (image.width, image.height, image.version) = (width.in64ths, height.in64ths, version)
      }
      images[use.view] = image
    }
  }

  /// How a view looks now.
  func look(of view: ViewID) -> Look {
    let index = Int(view.index)
    let kind = facts.tree.kinds[index]
    var look = Look()
    layout.forEachProperty(of: view, where: holds) { name, value in apply(name, value, to: &look) }
    look.data.sort { $0.name < $1.name }
    if kind.hasText {
      look.font = font(of: view)
      // The one text that people expect in the middle.
      if look.align == nil, kind == .button { look.align = .center }
    } else {
      look.align = nil
    }
    if kind == .image { look.image = image(of: view) }
    return look
  }

  private func apply(_ name: String, _ value: PropertyValue, to look: inout Look) {
    switch (name, value) {
    case ("background", _): look.background = paint(value)
    case ("color", _): look.color = paint(value)
    case ("borderColor", _): look.borderColor = paint(value)
    case ("radius", .number(let length)): look.radius = max(0, values.value(of: length).in64ths)
    case ("border", .number(let length)): look.border = max(0, values.value(of: length).in64ths)
    case ("placeholder", .text(let text)): look.placeholder = text
    case ("role", .word(let word)), ("role", .text(let word)): look.role = word
    case ("style", .word(let word)), ("style", .text(let word)): look.style = word
    case ("align", .word(let word)): look.align = Look.Alignment(rawValue: word)
    default:
      guard PropertyDescription.isCustom(name), let value = customValue(value) else { return }
      let name = String(name.dropFirst(PropertyDescription.customPrefix.count))
      look.data.removeAll { $0.name == name }
      look.data.append(Look.Datum(name: name, value: value))
    }
  }

  private func paint(_ value: PropertyValue) -> Look.Paint? {
    switch value {
    case .colour(let colour): .colour(colour)
    case .word(let name), .text(let name): .named(name)
    // The scene's variables have been put in their places.
    case .number, .template, .variableColour: nil
    }
  }

  private func customValue(_ value: PropertyValue) -> Look.Datum.Value? {
    switch value {
    case .number(let quantity): .number(values.value(of: quantity) + 0)
    case .text(let text): .text(text)
    case .word("true"): .truth(true)
    case .word("false"): .truth(false)
    case .word(let word): .text(word)
    case .colour(let colour): .text(Look.Paint.colour(colour).text)
    case .template, .variableColour: nil
    }
  }

  private func font(of view: ViewID) -> Look.Font {
    let attributes = texts[view]?.attributes ?? setting.attributes(of: view, where: holds)
    return Look.Font(
      family: attributes.family, size: attributes.size.in64ths, weight: attributes.weight, lines: attributes.lines,
      isRightToLeft: attributes.isRightToLeft)
  }

  private func image(of view: ViewID) -> Look.Image? {
    if let image = images[view] { return image }
    // A name that is no file of ours: an address, or what only who draws can find.
    if let text = layout.views[view].text, !text.isEmpty { return Look.Image(path: text) }
    return nil
  }
}
