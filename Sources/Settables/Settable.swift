/// Something that the outside sets in a scene, by the word that the protocol has for it.
///
/// This is the one list of them. The protocol, the journal, tests in documents, resets, reloads, renames and `Get` go
/// through it; what a value does in a scene stands in `LayoutRuntime/Outside/Slot+Inputs.swift`. A new one is a case
/// with its entry and its slot here, and how it lands there.
public enum Settable: String, CaseIterable, Sendable {
  case config, trait, size, scale, safe, margins, keyboard, variable, constant, priority, multiplier, active, flag
  case text, hidden, intrinsic, scroll

  /// What is true of a settable.
  public struct Entry: Sendable {
    /// What it is set of.
    public var subject: Subject
    /// Which values it takes.
    public var form: ValueForm
    /// With which others it is taken back.
    public var part: StatePart
    /// In help: "flags", "natural sizes". Several of one subject may share it.
    public var noun: String
    /// Whether the protocol wants a value; else `null` takes back what was set.
    public var needsValue = false
    /// Whether it gives way to the file once that says something else in its place.
    public var keepsWritten = false
    /// Which conditions ask for it.
    public var asked = Asked.bySolvedSizes
    /// What is said of a value that is none, as a whole sentence; nil: what its form says.
    var complaint: String?
  }

  /// What is set: this settable of what?
  public enum Subject: Sendable {
    /// There is one in a scene.
    case scene
    /// Something with a name: a trait, a flag, a variable.
    case name
    /// A constraint with an id.
    case id
    /// A view, by its path.
    case view
    /// A view, or every view that declares the value.
    case viewOrAll

    /// Whether it is a view.
    public var isView: Bool { self == .view || self == .viewOrAll }
  }

  /// Which conditions may turn when something is set. By that a change is animated or not.
  public enum Asked: Sendable {
    /// Those that ask for it by name.
    case byName
    /// Those that ask for the scene's size.
    case bySize
    /// Those that compare solved sizes: everything moves them.
    case bySolvedSizes
  }

  /// What is true of it: the catalogue itself, a case a settable.
  public var entry: Entry {
    switch self {
    case .config:
      Entry(subject: .viewOrAll, form: .text, part: .configs, noun: "active configurations", asked: .byName)
    case .trait:
      Entry(subject: .name, form: .text, part: .traits, noun: "traits", asked: .byName)
    case .size:
      Entry(
        subject: .scene, form: .list(["width", "height"], each: .from(0), orNull: true), part: .traits, noun: "size",
        asked: .bySize, complaint: "a size has two lengths of at least 0")
    case .scale:
      Entry(
        subject: .scene, form: .number(.above(0)), part: .traits, noun: "scale", needsValue: true,
        complaint: "a scale is above 0")
    case .safe:
      Entry(
        subject: .scene, form: .list(["top", "left", "bottom", "right"]), part: .traits, noun: "safe area",
        needsValue: true, complaint: "insets are finite")
    case .margins:
      Entry(
        subject: .scene, form: .list(["top", "leading", "bottom", "trailing"]), part: .traits, noun: "margins",
        needsValue: true, complaint: "insets are finite")
    case .keyboard:
      Entry(
        subject: .scene, form: .numberOrList(.from(0), ["x", "y", "width", "height"]), part: .traits, noun: "keyboard",
        needsValue: true, complaint: "the keyboard covers a height of at least 0, or is a rectangle")
    case .variable:
      Entry(
        subject: .name, form: .numberOrText, part: .values, noun: "variables",
        complaint: "a variable is a finite number, a text or a list of records")
    case .constant:
      Entry(subject: .id, form: .numbers, part: .values, noun: "ids", keepsWritten: true)
    case .priority:
      Entry(
        subject: .id, form: .number(.within(0...1000)), part: .values, noun: "ids", keepsWritten: true)
    case .multiplier:
      Entry(
        subject: .id, form: .number(.any), part: .values, noun: "ids", keepsWritten: true)
    case .active:
      Entry(subject: .id, form: .truth, part: .values, noun: "ids")
    case .flag:
      Entry(
        subject: .name, form: .truth, part: .values, noun: "flags", asked: .byName)
    case .text:
      Entry(subject: .view, form: .text, part: .values, noun: "texts", keepsWritten: true)
    case .hidden:
      Entry(subject: .view, form: .truth, part: .values, noun: "hidden", keepsWritten: true)
    case .intrinsic:
      // Baselines count from the top.
      Entry(
        subject: .view,
        form: .list(["width", "height", "firstBaseline", "lastBaseline"], least: 2, each: .any, orNull: true),
        part: .values, noun: "natural sizes", complaint: "a natural size is at least 0")
    case .scroll:
      Entry(
        subject: .view, form: .list(["x", "y"]), part: .values, noun: "scroll offsets", needsValue: true,
        complaint: "an offset is finite")
    }
  }

  /// Which values it takes.
  public var form: ValueForm { entry.form }
  /// What it is set of.
  public var subject: Subject { entry.subject }

  /// What is said of a value that this cannot have, as a whole sentence.
  public var complaint: String { entry.complaint ?? "'\(rawValue)' must be \(form.phrase)" }

  /// Those that are the scene's own: what surrounds it.
  public static var surroundings: [Settable] { allCases.filter { $0.subject == .scene } }

  /// How `Get` calls it: by the word for it where there is one in a scene, `title.text` where it is of a view, and else
  /// by what it is set of.
  public func name(of subject: String) -> String {
    switch self.subject {
    case .scene: rawValue
    case .name, .id: subject
    case .view, .viewOrAll: "\(subject).\(rawValue)"
    }
  }

  /// What is set of a view, by the name of `name(of:)`; nil for one that ends otherwise.
  public static func ofView(_ name: some StringProtocol) -> (settable: Settable, view: String)? {
    guard let point = name.lastIndex(of: "."), point > name.startIndex,
      let settable = Settable(rawValue: String(name[name.index(after: point)...])), settable.subject.isView
    else { return nil }
    return (settable, String(name[..<point]))
  }
}

extension Settable {
  /// Where a scene keeps what was set, by the word that the journal has for it. These words stay readable for ever.
  ///
  /// In the order in which they are written. Nearly every settable has the one slot of its own name; a size keeps its
  /// two sides apart, and a variable the numbers from what has another type.
  public enum Slot: String, CaseIterable, Comparable, Sendable {
    case width, height, scale, safe, margins, keyboard, trait, flag, variable, value, config, constant, priority
    case multiplier, active, text, hidden, intrinsic, scroll

    /// Whose slot it is.
    public var settable: Settable {
      switch self {
      case .width, .height: .size
      case .value: .variable
      default: Settable(rawValue: rawValue)!
      }
    }

    public static func < (left: Slot, right: Slot) -> Bool {
      allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }

    /// Which values it keeps.
    public var form: ValueForm {
      switch self {
      case .width, .height: .extent
      case .value: .typed
      case .variable: .number(.any)
      // The last baseline counts from the bottom here.
      case .intrinsic: .list(["width", "height", "first", "last"], each: .from(0), orNull: true)
      default: settable.form
      }
    }
  }

  /// Where it is kept.
  public var slots: [Slot] { Slot.allCases.filter { $0.settable == self } }
}

/// A part of what is set in a scene from outside, which can be taken back by itself; together they are all of it.
public enum StatePart: String, Sendable, CaseIterable {
  /// Which configurations are active.
  case configs
  /// Besides traits the other surroundings.
  case traits
  /// Of what a layout declares and shows.
  case values
  /// Which views stand in which stacks. Nothing settable is among them.
  case views

  /// What belongs to it.
  public var settables: [Settable] { Settable.allCases.filter { $0.entry.part == self } }
}
