public import LayoutSyntax

/// The files that `tree` imports, each once, in order of appearance. A path stands as it is written: relative to the
/// file of `tree`. The caller loads these files, and what they import in turn, before it resolves.
public func importedPaths(of tree: SyntaxTree) -> [String] {
  var paths: [String] = []
  var known: Set<String> = []
  for child in tree.root.children where child.kind == .importDeclaration {
    guard let string = child.first(.string) else { continue }
    let path = string.string
    if known.insert(path).inserted { paths.append(path) }
  }
  return paths
}

/// Where an import leads that the file `importer` writes: relative to that file's folder, with `.` and `..` folded.
/// This is the key of the imports that `resolve(_:imports:within:)` takes.
public func resolvedPath(of written: String, importedBy importer: String) -> String {
  let isAbsolute = written.utf8.first == UInt8(ascii: "/")
  let folder = isAbsolute ? [] : importer.split(separator: "/", omittingEmptySubsequences: true).dropLast()
  let startsAtRoot = isAbsolute || importer.utf8.first == UInt8(ascii: "/")
  var parts: [Substring] = []
  for part in folder + written.split(separator: "/", omittingEmptySubsequences: true) {
    if part == "." { continue }
    if part == "..", let last = parts.last, last != ".." {
      parts.removeLast()
    } else if part != ".." || !startsAtRoot {
      parts.append(part)
    }
  }
  return (startsAtRoot ? "/" : "") + parts.joined(separator: "/")
}

extension DocumentResolver {
  /// Walks the imports depth first, so that a cycle shows as a file that is still open.
  mutating func gatherImports() {
    var open: [String] = [files[0].path]
    var known = [files[0].path: Int32(0)]
    gatherImports(of: 0, open: &open, &known)
  }

  /// - Parameters:
  /// - Parameters:
  ///   - open: the paths of the files that lead from the document to this one.
  ///   - known: by path, the file that was read from there.
  private mutating func gatherImports(of file: Int32, open: inout [String], _ known: inout [String: Int32]) {
    for child in files[Int(file)].tree.root.children where child.kind == .importDeclaration {
      guard let string = child.first(.string) else { continue }
      let written = string.string
      let path = resolvedPath(of: written, importedBy: files[Int(file)].path)
      let place = Diagnostic.Place(file: files[Int(file)].name, span: string.span)
      if let root, !isInside(path, root) {
        complaints.report(.escapingImport(written, root: root), at: place)
        noteMissing(child, in: file)
        continue
      }
      if outside.contains(path) {
        document.imports.append(path)
        complaints.report(.importLedOutside(written, root: root), at: place)
        noteMissing(child, in: file)
        continue
      }
      if open.contains(path) {
        complaints.report(.importCycle(open, back: path), at: place)
        noteMissing(child, in: file)
        continue
      }
      let imported: Int32
      if let read = known[path] {
        imported = read
      } else if let tree = imports[path] {
        imported = Int32(files.count)
        files.append(SourceFile(tree, path: path))
        document.imports.append(path)
        known[path] = imported
        open.append(path)
        gatherImports(of: imported, open: &open, &known)
        open.removeLast()
      } else {
        document.imports.append(path)
        complaints.report(.missingImport(written), at: place)
        noteMissing(child, in: file)
        continue
      }
      if let alias = child.first(.name) {
        let name = names.name(of: alias, in: files[Int(file)].bytes)
        if files[Int(file)].namespaces.contains(where: { $0.name == name }) {
          complaints.report(.duplicateNamespace(alias.name), at: Diagnostic.Place(file: place.file, span: alias.span))
        }
        files[Int(file)].namespaces.append((name, imported))
      } else {
        files[Int(file)].openImports.append(imported)
      }
    }
  }

  private mutating func noteMissing(_ importDeclaration: SyntaxNode, in file: Int32) {
    guard let alias = importDeclaration.first(.name) else {
      files[Int(file)].lacksImport = true
      return
    }
    files[Int(file)].missingNamespaces.append(names.name(of: alias, in: files[Int(file)].bytes))
  }
}

/// Whether a path leads to something inside the folder `root`. Both are relative to the same place, and folded as
/// `resolvedPath` does it.
public func isInside(_ path: String, _ root: String) -> Bool {
  let isCurrent = root.isEmpty || root == "."
  let folder = isCurrent ? "" : root.hasSuffix("/") ? root : root + "/"
  guard isCurrent ? !path.hasPrefix("/") : path.utf8.starts(with: folder.utf8) else { return false }
  // What is left of it begins with `..` where the root does: `../../a` is not in `..`.
  let rest = path.utf8.dropFirst(folder.utf8.count)
  return !rest.elementsEqual("..".utf8) && !rest.starts(with: "../".utf8)
}

extension Complaint {
  static func missingImport(_ written: String) -> Complaint {
    Complaint(.missingImport, "there is no file '\(written)'")
  }

  static func duplicateNamespace(_ name: String) -> Complaint {
    Complaint(.duplicateValue, "another import is called '\(name)' already; call this one something else")
  }

  static func importCycle(_ open: [String], back path: String) -> Complaint {
    let cycle = open.drop { $0 != path } + [path]
    return Complaint(.importCycle, "this import leads back to itself: \(cycle.joined(separator: " → "))")
  }

  static func escapingImport(_ written: String, root: String) -> Complaint {
    Complaint(
      .escapingImport, "'\(written)' lies outside '\(root)', and imports stay inside it",
      help: ["copy it into '\(root)', or serve a folder that has both"])
  }

  /// - Parameter root: what a link leads out of; nil: the document is in no folder that is served, as a text can be.
  static func importLedOutside(_ written: String, root: String?) -> Complaint {
    guard let root else {
      return Complaint(
        .escapingImport, "'\(written)' lies outside of the served folders, and imports stay inside them",
        help: ["serve its folder as well, or give the text a path in a served folder"])
    }
    return Complaint(
      .escapingImport, "'\(written)' leads out of '\(root)' by a link, and imports stay inside it",
      help: ["copy it into '\(root)', or say --follow-links"])
  }
}
