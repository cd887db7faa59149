import SolverWorkloads

/// What the solver's prototype needed for a shape, in nanoseconds: medians, to compare with from run to run.
///
/// Recorded once, before this package existed, on 2 shared cores (AMD EPYC, Swift 6.3.1, `-Ounchecked -wmo`),
/// with rows given and values out, in coordinates relative to the parent and without a rule that sizes are not
/// negative. Another machine needs another yardstick: differences below 1.5 mean nothing across runs.
/// `stacks` at 100,000 was solved by its tree solver, everything else by the same paths as here.
struct PrototypeRecord: Sendable {
  let shape: LayoutShape
  let size: Int
  let build: Double
  let resize: Double
  let edit: Double
  /// Operations of the tape that ran.
  let resizeOps: Int?
  let editOps: Int?

  private init(
    _ shape: LayoutShape, _ size: Int, build: Double, resize: Double, edit: Double, resizeOps: Int? = nil,
    editOps: Int? = nil
  ) {
    self.shape = shape
    self.size = size
    self.build = build
    self.resize = resize
    self.edit = edit
    self.resizeOps = resizeOps
    self.editOps = editOps
  }

  static func of(_ shape: LayoutShape, _ size: Int) -> PrototypeRecord? {
    all.first { $0.shape == shape && $0.size == size }
  }

  private static let all: [PrototypeRecord] = [
    Self(.deep, 100, build: 12900, resize: 1260, edit: 30),
    Self(.deep, 1000, build: 84100, resize: 11700, edit: 30, resizeOps: 2667, editOps: 2),
    Self(.deep, 10000, build: 1_650_000, resize: 115_000, edit: 40, resizeOps: 26667, editOps: 2),
    Self(.deep, 100_000, build: 25_900_000, resize: 1_160_000, edit: 70),
    Self(.wide, 100, build: 23800, resize: 450, edit: 320),
    Self(.wide, 1000, build: 181_000, resize: 4370, edit: 2770, resizeOps: 1000, editOps: 501),
    Self(.wide, 10000, build: 2_480_000, resize: 43400, edit: 28000, resizeOps: 10000, editOps: 5001),
    Self(.wide, 100_000, build: 49_000_000, resize: 470_000, edit: 290_000),
    Self(.cards, 100, build: 27900, resize: 2520, edit: 171),
    Self(.cards, 1000, build: 225_000, resize: 23400, edit: 712, resizeOps: 1861, editOps: 68),
    Self(.cards, 10000, build: 2_880_000, resize: 248_000, edit: 3880, resizeOps: 18736, editOps: 631),
    Self(.cards, 100_000, build: 73_200_000, resize: 2_890_000, edit: 37200),
    Self(.grid, 100, build: 15300, resize: 982, edit: 130),
    Self(.grid, 1000, build: 116_000, resize: 9990, edit: 551, resizeOps: 1801, editOps: 56),
    Self(.grid, 10000, build: 1_770_000, resize: 103_000, edit: 5500, resizeOps: 18181, editOps: 466),
    Self(.grid, 100_000, build: 35_200_000, resize: 1_300_000, edit: 67900),
    Self(.chat, 100, build: 79200, resize: 4070, edit: 241),
    Self(.chat, 1000, build: 814_000, resize: 40700, edit: 1110, resizeOps: 1572, editOps: 133),
    Self(.chat, 10000, build: 11_200_000, resize: 445_000, edit: 9300, resizeOps: 15877, editOps: 1257),
    Self(.chat, 100_000, build: 147_000_000, resize: 14_700_000, edit: 90700),
    Self(.row, 100, build: 38200, resize: 9030, edit: 8080),
    Self(.row, 300, build: 106_000, resize: 26100, edit: 23100),
    Self(.row, 1000, build: 368_000, resize: 87300, edit: 79800, resizeOps: 1854, editOps: 363),
    Self(.row, 10000, build: 3_770_000, resize: 822_000, edit: 777_000, resizeOps: 12917, editOps: 2090),
    Self(.row, 100_000, build: 103_000_000, resize: 9_270_000, edit: 8_510_000),
    Self(.star, 100, build: 45600, resize: 1400, edit: 941),
    Self(.star, 300, build: 129_000, resize: 4100, edit: 2750),
    Self(.star, 1000, build: 488_000, resize: 14300, edit: 9070),
    Self(.ladder, 100, build: 798_000, resize: 9310, edit: 8780),
    Self(.ladder, 300, build: 8_280_000, resize: 92200, edit: 90100),
    Self(.ladder, 1000, build: 163_000_000, resize: 2_360_000, edit: 2_460_000),
    Self(.form, 1000, build: 400_000, resize: 19800, edit: 6100),
    Self(.form, 10000, build: 18_400_000, resize: 222_000, edit: 79000),
    Self(.grid999, 1000, build: 1_290_000, resize: 41600, edit: 460),
    Self(.grid999, 10000, build: 15_700_000, resize: 518_000, edit: 4000),
    Self(.stacks, 100, build: 113_000, resize: 1600, edit: 350),
    Self(.stacks, 1000, build: 8_900_000, resize: 45000, edit: 81000),
    Self(.stacks, 10000, build: 3_400_000_000, resize: 4_200_000, edit: 1_300_000),
    Self(.stacks, 100_000, build: 241_000_000, resize: 173_000_000, edit: 33_000_000),
  ]
}
