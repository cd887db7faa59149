public import LayoutSyntax

/// The files that `tree` imports, each once, in order of appearance, as many as a document may import. A path stands as
/// it is written: relative to the file of `tree`. The caller loads these files, and what they import in turn, before it
/// resolves.
public func importedPaths(of tree: SyntaxTree) -> [String] {
  var paths: [String] = []
  var known: Set<String> = []
  for child in tree.root.children where child.kind == .importDeclaration {
    guard let string = child.first(.string), let path = importedPath(string) else { continue }
    if known.insert(path).inserted { paths.append(path) }
    if paths.count == ModelLimits.imports { break }
  }
  return paths
}

/// The path that an import writes between two quotes; nil where it is too long. One may have millions of letters, which
/// nobody copies.
private func importedPath(_ string: SyntaxNode) -> String? {
  guard string.span.end - string.span.start <= ModelLimits.path + 2 else { return nil }
  let path = string.string
  return path.utf8.count <= ModelLimits.path ? path : nil
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
  /// A file whose imports are being followed.
  private struct OpenFile {
    var file: Int32
    var path: String
    var imports: [SyntaxNode]
    /// Which of them comes next.
    var next = 0

    init(_ file: SourceFile, at index: Int32) {
      self.file = index
      path = file.path
      imports = file.tree.root.children.filter { $0.kind == .importDeclaration }
    }
  }

  /// Walks the imports depth first, so that a cycle shows as a file that is still open. In a loop and not by calling
  /// itself: a chain of imports may be longer than the stack has room for.
  mutating func gatherImports() {
    var open = [OpenFile(files[0], at: 0)]
    var openPaths: Set<String> = [files[0].path]
    /// By path, the file that was read from there.
    var known = [files[0].path: Int32(0)]
    var bytes = files[0].bytes.count
    while let current = open.last {
      guard current.next < current.imports.count else {
        openPaths.remove(current.path)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let declaration = current.imports[current.next]
      guard let string = declaration.first(.string) else { continue }
      let place = Diagnostic.Place(file: files[Int(current.file)].name, span: string.span)
      guard let written = importedPath(string) else {
        complaints.report(.longPath, at: place)
        noteMissing(declaration, in: current.file)
        continue
      }
      let path = resolvedPath(of: written, importedBy: current.path)
      if let root, !isInside(path, root) {
        complaints.report(.escapingImport(written, root: root), at: place)
        noteMissing(declaration, in: current.file)
      } else if outside.contains(path) {
        document.imports.append(path)
        complaints.report(.importLedOutside(written, root: root), at: place)
        noteMissing(declaration, in: current.file)
      } else if openPaths.contains(path) {
        complaints.report(.importCycle(open.map(\.path), back: path), at: place)
        noteMissing(declaration, in: current.file)
      } else if let read = known[path] {
        note(declaration, of: read, in: current.file)
      } else if document.imports.count >= ModelLimits.imports {
        complaints.report(.tooManyImports, at: place)
        noteMissing(declaration, in: current.file)
      } else if let tree = imports[path], bytes + tree.source.bytes.count <= mostBytes {
        document.imports.append(path)
        bytes += tree.source.bytes.count
        // As many as there are files, which is less than their bytes.
        let imported = Int32(files.count)
        files.append(SourceFile(tree, path: path))
        known[path] = imported
        openPaths.insert(path)
        open.append(OpenFile(files[Int(imported)], at: imported))
        note(declaration, of: imported, in: current.file)
      } else {
        document.imports.append(path)
        complaints.report(imports[path] == nil ? .missingImport(written) : .tooMuchImported(mostBytes), at: place)
        noteMissing(declaration, in: current.file)
      }
    }
  }

  /// Makes what a file declares visible in the one that imports it.
  private mutating func note(_ importDeclaration: SyntaxNode, of imported: Int32, in file: Int32) {
    guard let alias = importDeclaration.first(.name) else {
      files[Int(file)].openImports.append(imported)
      return
    }
    let name = names.name(of: alias, in: files[Int(file)].bytes)
    if files[Int(file)].namespaceFiles[name] == nil {
      files[Int(file)].namespaceFiles[name] = imported
    } else {
      complaints.report(
        .duplicateNamespace(alias.name), at: Diagnostic.Place(file: files[Int(file)].name, span: alias.span))
    }
    files[Int(file)].namespaces.append((name, imported))
  }

  private mutating func noteMissing(_ importDeclaration: SyntaxNode, in file: Int32) {
    guard let alias = importDeclaration.first(.name) else {
      files[Int(file)].lacksImport = true
      return
    }
    files[Int(file)].missingNamespaces.insert(names.name(of: alias, in: files[Int(file)].bytes))
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

  static func tooMuchImported(_ most: Int) -> Complaint {
    Complaint(.tooMuchImported, "the files of a document have at most \(most) bytes together; this one is left out")
  }

  static let tooManyImports = Complaint(
    .tooMuchImported, "a document imports at most \(ModelLimits.imports) files; this one is left out")

  /// Of an import or a picture. It is not quoted.
  static let longPath = Complaint(.tooLarge, "the path of a file has at most \(ModelLimits.path) bytes")

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

extension SyntaxTree {
  /// The names of its layouts, in order of appearance.
  public var layoutNames: [String] { root.children.filter { $0.kind == .layout }.map(\.name) }
}
