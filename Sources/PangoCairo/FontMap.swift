internal import CPangoCairo

/// Exactly the fonts that it was given, found by family and weight.
///
/// The system's fonts and its configuration have no say: the map has a fontconfig of its own, with neither a file of
/// rules nor a cache. So the same files give the same numbers on any machine, and nothing of the system's fonts is read
/// or kept (Pango would have that done when it makes a map: see `keepSystemFontsOut`). Glyphs are neither hinted nor
/// are their positions rounded (Pango does both unless told not to, and then widths depend on the screen).
///
/// Seen with Pango 1.50.12 and fontconfig 2.14.1: adding a file of 750 KB takes 3 to 4 ms, nearly all of the time it
/// takes to make a map; the file is opened again by its path when glyphs of it are first needed, so it must stay there.
@safe public struct FontMap: ~Copyable {
  private let kept: KeptFontMap
  /// As `plainFamily(_:)` spells them.
  private let families: Set<String>
  /// The families as their fonts spell them, each once, in the order of their letters.
  public let familyNames: [String]

  /// - Parameter files: fonts, or folders of them, that stay there as long as the map. The first one wins where
  ///   several fit equally.
  public init(files: [String]) throws(FontError) {
    Self.keepSystemFontsOut
    guard let config = unsafe FcConfigCreate() else { throw .noMemory }
    // The map keeps it from here on.
    defer { unsafe FcConfigDestroy(config) }
    for file in files where unsafe !Self.add(file, to: config) { throw .noFont(path: file) }
    guard let map = unsafe pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else { throw .noMemory }
    unsafe pango_fc_font_map_set_config(OpaquePointer(map), config)
    unsafe pango_cairo_font_map_set_resolution(OpaquePointer(map), 96)
    kept = unsafe KeptFontMap(map)
    let names = unsafe Self.families(in: config)
    families = Set(names.flatMap { $0 }.map(Self.plainFamily))
    familyNames = Set(names.compactMap(\.first)).sorted()
  }

  /// Has fontconfig take an empty configuration for that of the system.
  ///
  /// When Pango makes a map, it starts a thread that calls `FcInit` (seen in 1.50). That reads the configuration of the
  /// system and the caches of all its fonts, unless there is a current configuration. No map of ours asks for it. Done
  /// once, for the whole process.
  private static let keepSystemFontsOut: Void = {
    guard let empty = unsafe FcConfigCreate() else { return }
    // A configuration counts its owners. If this one is refused, everything works as without it.
    unsafe _ = FcConfigSetCurrent(empty)
    unsafe FcConfigDestroy(empty)
  }()

  /// Whether one of the families in a list is there, "Inter, DejaVu Sans"; else another one takes its place.
  public func hasFamily(_ list: String) -> Bool {
    list.split(separator: ",").contains { families.contains(Self.plainFamily($0)) }
  }

  /// Fontconfig takes no notice of case and blanks.
  private static func plainFamily(_ name: some StringProtocol) -> String {
    String(name.lowercased().filter { $0 != " " })
  }

  /// - Returns: by font, what its family is called; the usual name first.
  private static func families(in config: OpaquePointer) -> [[String]] {
    guard let fonts = unsafe FcConfigGetFonts(config, FcSetApplication) else { return [] }
    var families: [[String]] = []
    for index in 0..<Int(unsafe fonts.pointee.nfont) {
      guard let font = unsafe fonts.pointee.fonts[index] else { continue }
      // A font has a name for each language.
      var names: [String] = []
      var name: UnsafeMutablePointer<FcChar8>?
      while unsafe FcPatternGetString(font, FC_FAMILY, Int32(names.count), &name) == FcResultMatch,
        let text = unsafe name
      { names.append(unsafe String(cString: text)) }
      families.append(names)
    }
    return families
  }

  /// - Returns: whether a font was found there.
  private static func add(_ path: String, to config: OpaquePointer) -> Bool {
    let before = unsafe fontCount(config)
    // Each takes what is for the other, and answers that all went well.
    if unsafe FcConfigAppFontAddFile(config, path) != 0, unsafe fontCount(config) > before { return true }
    return unsafe FcConfigAppFontAddDir(config, path) != 0 && fontCount(config) > before
  }

  private static func fontCount(_ config: OpaquePointer) -> Int32 {
    unsafe FcConfigGetFonts(config, FcSetApplication)?.pointee.nfont ?? 0
  }

  /// A layout of one paragraph or more, in fonts of this map. It may outlive the map.
  public func makeLayout() throws(FontError) -> TextLayout {
    guard let context = unsafe pango_font_map_create_context(kept.map) else { throw .noMemory }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }
    return try unsafe TextLayout(context, in: kept)
  }
}

/// A map of Pango's, until nobody has it or a layout in its fonts.
@safe final class KeptFontMap {
  let map: UnsafeMutablePointer<PangoFontMap>

  init(_ map: UnsafeMutablePointer<PangoFontMap>) { unsafe self.map = map }

  deinit {
    // A map never lets go of its configuration, which has all that fontconfig knows of the fonts: 7 KB a map with one
    // font (seen in 1.50.12). So it is taken away, when nobody asks for fonts any more.
    unsafe pango_fc_font_map_set_config(OpaquePointer(map), nil)
    unsafe g_object_unref(map)
  }
}
