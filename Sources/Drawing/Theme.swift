/// The colours of everything that a layout says nothing about: the page, plain texts, outlines of bare views, and what
/// is drawn over a scene to explain it.
public struct Theme: Equatable, Sendable {
  /// Behind the scene.
  public var page: Colour
  /// Around scenes, where a picture has several.
  public var desk: Colour
  /// Texts that have no colour of their own.
  public var ink: Colour
  /// Placeholders and captions.
  public var paleInk: Colour
  /// What can be pressed.
  public var accent: Colour
  /// Names and sizes of views.
  public var note: Colour
  /// Guides.
  public var guide: Colour
  /// Baselines.
  public var baseline: Colour
  /// What takes the room that is left.
  public var spare: Colour
  /// What is broken.
  public var error: Colour
  /// What is doubtful.
  public var warning: Colour

  /// For scenes in the light.
  public static let light = Theme(
    page: Colour(0xFFFF_FFFF), desk: Colour(0xE9E9_EDFF), ink: Colour(0x1C1C_1EFF), paleInk: Colour(0x7A7A_80FF),
    accent: Colour(0x0A5B_D8FF), note: Colour(0x0B6E_99FF), guide: Colour(0xB400_9EFF), baseline: Colour(0x0A7D_32FF),
    spare: Colour(0xC268_00FF), error: Colour(0xC810_2EFF), warning: Colour(0xA561_00FF))

  /// For scenes in the dark.
  public static let dark = Theme(
    page: Colour(0x1C1C_1EFF), desk: Colour(0x0B0B_0CFF), ink: Colour(0xF2F2_F7FF), paleInk: Colour(0x9898_9FFF),
    accent: Colour(0x62A8_FFFF), note: Colour(0x6CC6_E8FF), guide: Colour(0xFF7B_EEFF), baseline: Colour(0x5AD6_83FF),
    spare: Colour(0xFFB1_59FF), error: Colour(0xFF6B_6BFF), warning: Colour(0xFFC1_4DFF))

  /// Black on white.
  public static let print = Theme(
    page: Colour(0xFFFF_FFFF), desk: Colour(0xFFFF_FFFF), ink: Colour(0x0000_00FF), paleInk: Colour(0x5555_55FF),
    accent: Colour(0x0000_00FF), note: Colour(0x3333_33FF), guide: Colour(0x5555_55FF), baseline: Colour(0x5555_55FF),
    spare: Colour(0x5555_55FF), error: Colour(0x0000_00FF), warning: Colour(0x0000_00FF))
}
