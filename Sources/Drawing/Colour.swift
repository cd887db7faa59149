import Frames

/// What a mark is drawn with: red, green, blue and opacity, a byte each; sRGB, not multiplied by the opacity.
public struct Colour: Hashable, Sendable {
  /// As 0xrrggbbaa.
  public var bytes: UInt32

  /// - Parameter bytes: as 0xrrggbbaa.
  public init(_ bytes: UInt32) { self.bytes = bytes }

  /// From 0 to 255.
  public var red: UInt8 { UInt8(truncatingIfNeeded: bytes >> 24) }
  /// From 0 to 255.
  public var green: UInt8 { UInt8(truncatingIfNeeded: bytes >> 16) }
  /// From 0 to 255.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: bytes >> 8) }
  /// From 0, which is not seen, to 255.
  public var opacity: UInt8 { UInt8(truncatingIfNeeded: bytes) }

  /// `#rrggbbaa`, as a stream has it.
  package var text: String { Look.Paint.colour(bytes).text }

  /// The same colour with another opacity, from 0 to 1.
  public func faded(to opacity: Double) -> Colour {
    Colour(bytes & 0xFFFF_FF00 | UInt32(max(0, min(1, opacity)) * 255 + 0.5))
  }

  /// What is seen where this colour is drawn over another one that nothing shines through.
  public func over(_ ground: Colour) -> Colour {
    let weight = UInt32(opacity)
    func mix(_ above: UInt8, _ below: UInt8) -> UInt32 {
      (UInt32(above) * weight + UInt32(below) * (255 - weight) + 127) / 255
    }
    let (red, green, blue) = (mix(red, ground.red), mix(green, ground.green), mix(blue, ground.blue))
    return Colour(red << 24 | green << 16 | blue << 8 | 0xFF)
  }
}

/// What the names of colours in layouts are drawn as.
///
/// A layout may name colours that only its own renderer knows. A picture of it needs some colour for each: those of CSS
/// are what they are there, others come from whoever asks for the picture.
public struct Palette: Equatable, Sendable {
  /// By name, in lower case.
  private var named: [String: Colour]

  /// - Parameter named: by name; they go before those of CSS.
  public init(_ named: [String: Colour] = [:]) {
    self.named = Self.css.merging(named.map { ($0.key.lowercased(), $0.value) }) { $1 }
  }

  /// The colour of a name; nil: nobody has said what it is.
  public func colour(named name: String) -> Colour? { named[name.lowercased()] }

  func colour(of paint: Look.Paint) -> Colour? {
    switch paint {
    case .colour(let bytes): Colour(bytes)
    case .named(let name): colour(named: name)
    }
  }
}
