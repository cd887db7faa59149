/// What other libraries for automatic layout call the things of this language, for the hint behind a mistake:
/// `fill safeArea` was meant as `fill safe`, and no edit distance knows that.
public enum WordsOfOthers {
  /// The word of this language for `name`; nil for what nobody is known to write.
  public static func meaning(of name: String) -> String? { words[name]?.rawValue }

  /// The guide of this language for `name`; nil for what nobody is known to call one.
  public static func guide(of name: String) -> String? {
    words[name].flatMap { $0.roles.contains(.guide) ? $0.rawValue : nil }
  }

  /// What stands before the value here, where others write `name` before it: `width >=` for `min-width`.
  static func phrase(of name: String) -> String? { phrases[name] }

  /// The kind of view that others call `name`, in whatever case.
  public static func kind(named name: String) -> String? { kinds[name.lowercased()]?.rawValue }

  /// How the room of a stack is distributed that others call `name`.
  static func distribution(_ name: String) -> String? {
    switch name {
    case "space-between", "spaceBetween", "between": "equalSpacing"
    case "equal", "equally": "fillEqually"
    default: nil
    }
  }

  /// Whether others say with `name` where the room of a stack goes.
  static func isDistribution(_ name: String) -> Bool { distribution(name) != nil || packings.contains(name) }

  /// How the views of a stack stand across it that others call `name`.
  static func alignment(_ name: String, isColumn: Bool) -> String? {
    switch name {
    case "stretch": "fill"
    case "start", "flex-start", "flexStart": isColumn ? "leading" : "top"
    case "end", "flex-end", "flexEnd": isColumn ? "trailing" : "bottom"
    case "left": "leading"
    case "right": "trailing"
    case "baseline": "firstBaseline"
    case "middle", "centre": "center"
    default: nil
    }
  }

  /// The point that others call `name`, in one word: `top.trailing` for `topTrailing`.
  static func corner(named name: String) -> String? {
    let edges = EdgeName.allCases.map(\.rawValue)
    for first in edges + ["center"] where name.hasPrefix(first) {
      let rest = name.dropFirst(first.count)
      guard let letter = rest.first, letter.isUppercase else { continue }
      let second = letter.lowercased() + rest.dropFirst()
      guard edges.contains(second) || second == "center", first != second else { continue }
      let isTurned = first == "center" || ["top", "bottom"].contains(second)
      return isTurned ? "\(second).\(first)" : "\(first).\(second)"
    }
    return nil
  }

  /// The placement next to a view that others call `name`: `after` for `rightOf`.
  static func neighbour(named name: String) -> String? { neighbours[name]?.rawValue }

  /// What to do instead of what others call `name`, for which nothing stands here; nil for what nobody is known to
  /// write.
  public static func absence(of name: String) -> String? { absences[name] }

  /// The unit of this language for `name`; nil for what nobody is known to write.
  static func unit(named name: String) -> String? { units[name] }

  /// How a colour is written here whose parts others put into a function, `rgb(255, 128, 0)` or `rgba(0, 0, 0, 0.5)`.
  ///
  /// - Parameter parts: red, green and blue up to 255, and perhaps how opaque it is, up to 1.
  public static func colour(_ function: String, _ parts: [Double]) -> String? {
    guard function == "rgb" || function == "rgba", parts.count == 3 || parts.count == 4 else { return nil }
    guard parts.prefix(3).allSatisfy((0...255).contains), parts.dropFirst(3).allSatisfy((0...1).contains) else {
      return nil
    }
    let bytes = parts.prefix(3).map { Int($0.rounded()) } + parts.dropFirst(3).map { Int(($0 * 255).rounded()) }
    return bytes.reduce(into: "#") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }

  /// The colour of hexadecimal digits that stand in quotes, as in `"#ff8800"`, or behind `0x`.
  public static func colour(written text: String) -> String? {
    let digits = text.drop { $0 == "#" }
    guard [3, 4, 6, 8].contains(digits.count), digits.count + 1 >= text.count else { return nil }
    return digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? "#" + digits : nil
  }

  /// The word behind a property of this language that others call `name`.
  public static func value(_ name: String, of property: String) -> String? { values[property]?[name] }

  /// The type of a parameter that others call `name`.
  public static func type(named name: String) -> String? { types[name.lowercased()] }

  /// The properties of this language that are no words of it. They are known so that one without its `:` is told; what
  /// they mean stands in the model's catalogue.
  public static let properties: Set<String> = [
    "alpha", "avoid", "background", "border", "borderColor", "clips", "color", "font", "fontSize", "gapAfter", "lines",
    "placeholder", "radius",
    "role", "stay", "style", "text", "truncate", "was", "weight",
  ]

  private static let packings: Set<String> = [
    "around", "bottom", "center", "centre", "end", "evenly", "flex-end", "flex-start", "flexEnd", "flexStart",
    "leading",
    "left", "middle", "right", "space-around", "space-evenly", "spaceAround", "spaceEvenly", "start", "top", "trailing",
  ]

  private static let words: [String: Word] = [
    "alignItems": .items,
    "alignment": .items,
    "aspectRatio": .aspect,
    "baseline": .lastBaseline,
    "distribution": .distribute,
    "edge": .dock,
    "firstB": .firstBaseline,
    "insets": .inset,
    "justifyContent": .distribute,
    "keyboardFrame": .keyboard,
    "keyboardLayoutGuide": .keyboard,
    "keyboardSafeArea": .keyboardSafe,
    "lastB": .lastBaseline,
    "layoutMargins": .margins,
    "layoutMarginsGuide": .margins,
    "padding": .inset,
    "parent": .super,
    "readableContent": .readable,
    "readableContentGuide": .readable,
    "safeArea": .safe,
    "safeAreaLayoutGuide": .safe,
    "spacing": .gap,
    "superview": .super,
  ]

  private static let phrases: [String: String] = [
    "align-items": "items",
    "aspect-ratio": "aspect",
    "background-color": "background:",
    "backgroundColor": "background:",
    "backgroundColour": "background:",
    "bg": "background:",
    "border-color": "borderColor:",
    "border-radius": "radius:",
    "border-width": "border:",
    "borderColour": "borderColor:",
    "borderRadius": "radius:",
    "borderWidth": "border:",
    "clipsToBounds": "clips:",
    "clipToBounds": "clips:",
    "colour": "color:",
    "corner-radius": "radius:",
    "cornerRadius": "radius:",
    "font-color": "color:",
    "font-family": "font:",
    "font-size": "fontSize:",
    "font-weight": "weight:",
    "fontColor": "color:",
    "fontFamily": "font:",
    "fontWeight": "weight:",
    "foregroundColor": "color:",
    "foregroundStyle": "color:",
    "h": "height",
    "line-clamp": "lines:",
    "lineBreakMode": "truncate:",
    "lineLimit": "lines:",
    "masksToBounds": "clips:",
    "max-height": "height <=",
    "max-lines": "lines:",
    "max-width": "width <=",
    "maxHeight": "height <=",
    "maxLines": "lines:",
    "maxWidth": "width <=",
    "min-height": "height >=",
    "min-width": "width >=",
    "minHeight": "height >=",
    "minWidth": "width >=",
    "numberOfLines": "lines:",
    "opacity": "alpha:",
    "text-align": "align:",
    "text-color": "color:",
    "textAlign": "align:",
    "textAlignment": "align:",
    "textColor": "color:",
    "textColour": "color:",
    "textSize": "fontSize:",
    "w": "width",
  ]

  private static let neighbours: [String: Word] = [
    "bottom-of": .below,
    "bottomOf": .below,
    "bottomToTopOf": .above,
    "beneath": .below,
    "beside": .after,
    "endToStartOf": .before,
    "left-of": .before,
    "leftOf": .before,
    "next to": .after,
    "over": .above,
    "right-of": .after,
    "rightOf": .after,
    "startToEndOf": .after,
    "toEndOf": .after,
    "toLeftOf": .before,
    "toRightOf": .after,
    "toStartOf": .before,
    "top-of": .above,
    "topOf": .above,
    "topToBottomOf": .below,
    "under": .below,
    "underneath": .below,
  ]

  private static let values: [String: [String: String]] = [
    "align": [
      "centre": "center", "end": "trailing", "flex-end": "trailing", "flex-start": "leading", "left": "leading",
      "middle": "center", "right": "trailing", "start": "leading",
    ],
    "avoid": ["none": "nothing", "safeArea": "safe"],
    "stay": ["bottom": "end", "trailing": "end"],
    "truncate": [
      "byClipping": "clip", "byTruncatingHead": "head", "byTruncatingMiddle": "middle", "byTruncatingTail": "tail",
      "center": "middle", "centre": "middle", "ellipsis": "tail", "end": "tail", "false": "clip", "no": "clip",
      "none": "clip", "start": "head", "true": "tail", "yes": "tail",
    ],
  ]

  private static let units: [String: String] = [
    "dip": "pt", "dp": "pt", "millis": "ms", "msec": "ms", "pts": "pt", "sec": "s", "secs": "s", "sp": "pt",
  ]

  private static let types: [String: String] = [
    "bool": "condition",
    "boolean": "condition",
    "cgfloat": "length",
    "char": "text",
    "dimension": "length",
    "double": "number",
    "flag": "condition",
    "float": "number",
    "int": "number",
    "integer": "number",
    "points": "length",
    "str": "text",
    "string": "text",
    "switch": "condition",
    "time": "duration",
  ]

  private static let absences: [String: String] = {
    let float =
      "a view stands where its placements say, as in `leading 8`; what goes on in a next line is in an `hflow`"
    let lines =
      "lines of text are as far apart as their font says; other distances have labels in a `vstack` with a `gap`"
    let letters = "letters stand as far apart as their font says"
    let looks =
      "nothing here draws that; what a program of yours is to draw begins with 'data_', as in `data_shadow: 4`"
    let doings =
      "a view is known by its name to the program that shows it, which decides what it does; what it is to be told "
      + "besides begins with 'data_', as in `data_enabled: false`"
    let table = [
      float: ["clear", "float"],
      lines: ["line-height", "lineHeight", "lineHeightMultiple"],
      letters: ["kerning", "letter-spacing", "letterSpacing", "tracking", "word-spacing", "wordSpacing"],
      looks: [
        "backdrop-filter", "border-style", "box-shadow", "boxShadow", "drop-shadow", "dropShadow", "elevation",
        "blur", "contentMode", "cursor", "filter", "font-style", "fontStyle", "gradient", "object-fit", "objectFit",
        "resizeMode", "rotate", "rotation", "scale", "shadow", "shadowColor", "shadowOffset", "shadowOpacity",
        "shadowRadius", "text-decoration", "text-shadow", "text-transform", "textDecoration", "textShadow",
        "textTransform", "tint", "tintColor", "transform",
      ],
      doings: [
        "action", "class", "className", "disabled", "enabled", "id", "isEnabled", "onClick", "onPress", "onTap", "tag",
        "userInteractionEnabled",
      ],
    ]
    return Dictionary(uniqueKeysWithValues: table.flatMap { help, names in names.map { ($0, help) } })
  }()

  private static let kinds: [String: Word] = [
    "collectionview": .grid,
    "column": .vstack,
    "container": .view,
    "div": .view,
    "field": .input,
    "flexbox": .hflow,
    "flexboxlayout": .hflow,
    "flow": .hflow,
    "flowlayout": .hflow,
    "flowrow": .hflow,
    "gridlayout": .grid,
    "gridview": .grid,
    "lazyhgrid": .grid,
    "lazyhstack": .hstack,
    "lazyvgrid": .grid,
    "lazyvstack": .vstack,
    "masonry": .grid,
    "imageview": .image,
    "img": .image,
    "picture": .image,
    "rectangle": .box,
    "row": .hstack,
    "scroll": .vscroll,
    "scrollview": .vscroll,
    "securefield": .input,
    "span": .label,
    "table": .list,
    "tableview": .list,
    "text": .label,
    "textarea": .input,
    "textfield": .input,
    "textview": .label,
    "uicollectionview": .grid,
    "uiview": .view,
    "uniformgrid": .grid,
    "wrap": .hflow,
    "wrappanel": .hflow,
    "zstack": .view,
  ]
}
