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
    "border-radius": "radius:",
    "font-family": "font:",
    "font-size": "fontSize:",
    "font-weight": "weight:",
    "justify-content": "distribute",
    "max-height": "height <=",
    "max-width": "width <=",
    "maxHeight": "height <=",
    "maxWidth": "width <=",
    "min-height": "height >=",
    "min-width": "width >=",
    "minHeight": "height >=",
    "minWidth": "width >=",
    "text-align": "align:",
  ]

  private static let kinds: [String: Word] = [
    "column": .vstack,
    "container": .view,
    "div": .view,
    "field": .input,
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
    "uiview": .view,
    "zstack": .view,
  ]
}
