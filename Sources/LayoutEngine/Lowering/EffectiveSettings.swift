import ConstraintSolver
import Geometry
import LayoutModel

/// The settings of one view that hold now, with the defaults of the language where the file says nothing. How texts are
/// set is not among them: see `TextSetting`.
struct EffectiveSettings {
  /// The priorities of hugging, and of resisting compression, by axis.
  var hugging: (x: Float, y: Float) = (NamedPriority.low, NamedPriority.low)
  var compressionResistance: (x: Float, y: Float) = (NamedPriority.high, NamedPriority.high)
  /// Whether the file says these priorities, by axis.
  private var saysHugging = (x: false, y: false)
  private var saysResistance = (x: false, y: false)
  var gap: Quantity = .zero
  /// Of lines and rows, where it is not `gap`.
  var lineGap: Quantity?
  var gapAfter: Quantity?
  var padding: InsetQuantities?
  var items: ItemsAlignment = .fill
  var ownAlignment: ItemsAlignment?
  /// Across the columns of a grid.
  var columnItems: ItemsAlignment = .fill
  var ownColumnAlignment: ItemsAlignment?
  var justify: Packing = .leading
  var lines: Packing = .leading
  var columns: TrackList?
  var rows: TrackList?
  var span: GridNumbers?
  var cell: GridNumbers?
  var distribution: Distribution = .fill
  /// Whether a stack turns over by trait, and whether it is turned over because a condition holds.
  var isAutomatic = false
  var isTurned = false
  var statesIntrinsicSize = false
  var intrinsicWidth: Quantity?
  var intrinsicHeight: Quantity?
  var baselines: (first: Quantity, last: Quantity)?
  var margins: InsetQuantities?
  var alpha: Quantity = .literal(1)
  /// Nil: only what scrolls does.
  var clips: Bool?

  init() {}

  /// Whether the file says anything about the size or the baselines of the content.
  var statesContent: Bool { statesIntrinsicSize || baselines != nil }

  /// The priority of hugging that the file says; nil where it says none.
  func saidHugging(along axis: Axis) -> Float? {
    axis == .x ? (saysHugging.x ? hugging.x : nil) : (saysHugging.y ? hugging.y : nil)
  }

  /// The priority of resisting compression that the file says; nil where it says none.
  func saidResistance(along axis: Axis) -> Float? {
    axis == .x
      ? (saysResistance.x ? compressionResistance.x : nil) : (saysResistance.y ? compressionResistance.y : nil)
  }

  func saysHowFirmlyItHolds(along axis: Axis) -> Bool {
    saidHugging(along: axis) != nil || saidResistance(along: axis) != nil
  }

  /// Reads a view's `part` of the `settings` of a layout. `holds` says which conditions hold. A conditional setting
  /// wins over an unconditional one, and among equals the later one wins.
  ///
  /// - Returns: false when the view sets nothing that is kept here.
  mutating func read(_ part: Range<Int32>, of settings: [ConditionalSetting], holds: [Bool]) -> Bool {
    let range = Int(part.lowerBound)..<Int(part.upperBound)
    var hasConditions = false
    var saysAnything = false
    for index in range {
      if settings[index].condition == nil {
        if apply(settings[index].setting) { saysAnything = true }
      } else {
        hasConditions = true
      }
    }
    if hasConditions {
      for index in range {
        guard let condition = settings[index].condition, holds[Int(condition.index)] else { continue }
        if apply(settings[index].setting) { saysAnything = true }
      }
    }
    return saysAnything
  }

  /// Takes over one setting.
  ///
  /// - Returns: false for a setting that is kept elsewhere.
  private mutating func apply(_ setting: Setting) -> Bool {
    switch setting {
    case .hugging(.x, let priority): (hugging.x, saysHugging.x) = (priority, true)
    case .hugging(.y, let priority): (hugging.y, saysHugging.y) = (priority, true)
    case .compressionResistance(.x, let priority): (compressionResistance.x, saysResistance.x) = (priority, true)
    case .compressionResistance(.y, let priority): (compressionResistance.y, saysResistance.y) = (priority, true)
    case .gap(let length): gap = length
    case .lineGap(let length): lineGap = length
    case .gapAfter(let length): gapAfter = length
    case .padding(let insets): padding = insets
    case .items(let alignment): items = alignment
    case .ownAlignment(let alignment): ownAlignment = alignment
    case .columnItems(let alignment): columnItems = alignment
    case .ownColumnAlignment(let alignment): ownColumnAlignment = alignment
    case .justify(let packing): justify = packing
    case .lines(let packing): lines = packing
    case .columns(let list): columns = list
    case .rows(let list): rows = list
    case .span(let numbers): span = numbers
    case .cell(let numbers): cell = numbers
    case .distribution(let kind): distribution = kind
    case .automaticAxis: isAutomatic = true
    case .turned: isTurned = true
    case .intrinsicSize(let width, let height):
      statesIntrinsicSize = true
      intrinsicWidth = width
      intrinsicHeight = height
    case .baselines(let first, let last): baselines = (first, last)
    case .margins(let insets): margins = insets
    case .property(name: "alpha", .number(let value)): alpha = value
    case .property(name: "clips", .word(let word)): clips = word == "true"
    // Conditions read the traits, measuring reads fonts and lines, and hidden views are part of the structure's key.
    case .trait, .hidden, .property: return false
    }
    return true
  }
}
