internal import LayoutModel

/// Something that is wrong with a layout before there is a text of it.
struct WrittenComplaint: Error, Sendable {
  var code: String
  var message: String
  var site: Site
  var notes: [(message: String, site: Site?)] = []

  static func inItself(_ node: Node, at site: Site) -> WrittenComplaint {
    WrittenComplaint(
      .secondParent, message: "'\(node.name ?? "root")' cannot stand in itself", site: site,
      notes: [("it was made here", node.site)])
  }

  static func named(_ node: Node, at site: Site) -> WrittenComplaint {
    WrittenComplaint(
      .strangeView, message: "'\(node.shownName)' names a view of a text or of a record; it can stand in no block",
      site: site)
  }

  static func twoParents(
    _ node: Node, _ here: Node, _ before: Node, at site: Site, first: Site
  ) -> WrittenComplaint {
    WrittenComplaint(
      .secondParent,
      message: "'\(node.shownName)' stands in '\(here.name ?? "root")' here, and in '\(before.name ?? "root")' before; "
        + "a view has one parent", site: site, notes: [("it stands here, which holds", first)])
  }

  static func badViewName(_ name: String, at site: Site) -> WrittenComplaint {
    WrittenComplaint(
      .badName,
      message: name == "root"
        ? "no view can be called 'root': that is the layout's outermost view"
        : "a view's name is one line without '.' and '`', and not empty; this one is '\(name)'", site: site)
  }

  static func sameName(_ name: String, at site: Site, first: Site) -> WrittenComplaint {
    WrittenComplaint(
      .duplicateView, message: "there is another '\(name)' in the same view", site: site,
      notes: [("it stands here", first)])
  }
}

extension WrittenComplaint {
  init(_ code: WritingCode, message: String, site: Site, notes: [(message: String, site: Site?)] = []) {
    self.init(code: code.rawValue, message: message, site: site, notes: notes)
  }

  /// In the code that a file would have.
  init(_ code: ResolutionCode, message: String, site: Site, notes: [(message: String, site: Site?)] = []) {
    self.init(code: code.rawValue, message: message, site: site, notes: notes)
  }
}
