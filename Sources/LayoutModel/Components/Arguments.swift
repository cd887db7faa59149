import LayoutSyntax

/// What is given to a component's parameters. Arguments are given by name or in order, and the text in quotes goes to
/// the first parameter that takes a text. An argument is read where it is written, a default inside the component.
extension LayoutResolver {
  mutating func giveArguments(
    of node: SyntaxNode?, to component: Component, _ inner: Surroundings, _ outer: Surroundings
  ) {
    let origin = Origin(file: outer.file, span: (node ?? self.node).span)
    guard builder.spend(component.parameters.count, on: .statements, at: origin)
    else { return }
    let given = arguments(of: node, for: component, outer)
    let text = node?.first(.string)
    var takerOfText: Int?
    if let text {
      takerOfText = component.parameters.indices.first { component.parameters[$0].type == .text && given[$0] == nil }
      if takerOfText == nil {
        report(.noTextParameter(builder.names.text(of: component.name)), at: text, in: outer.file)
      }
    }
    for (index, parameter) in component.parameters.enumerated() {
      var value = DeclaredValue(
        name: parameter.name, node: parameter.node, file: component.file, scope: inner.scope, view: inner.view)
      if let argument = given[index] {
        (value.node, value.file, value.readingScope) = (argument.index, outer.file, outer.scope)
        value.view = outer.home
      } else if index == takerOfText {
        let text = node.flatMap { ViewSyntax($0).text } ?? ""
        let isKept = builder.spend(on: text, at: origin)
        value.state = .read(isKept ? .text(text) : nil)
      } else if !parameter.hasDefault {
        value.state = .read(nil)
        if let node {
          report(
            .missingArgument(builder.names.text(of: parameter.name), of: builder.names.text(of: component.name)),
            at: node.first(.typeName) ?? node, in: outer.file)
        }
      }
      value.type = parameter.type
      expansion.arguments.append(Int32(scopes.values.count))
      _ = scopes.declare(value)
    }
  }

  /// By parameter: the argument that is given by its name or in order; nil where none is given.
  private mutating func arguments(
    of node: SyntaxNode?, for component: Component, _ outer: Surroundings
  ) -> [SyntaxNode?] {
    var given = [SyntaxNode?](repeating: nil, count: component.parameters.count)
    var next = 0
    for argument in node?.first(.argumentList).map({ Array($0.children) }) ?? [] where argument.kind == .argument {
      let parameter: Int
      if let label = argument.first(.name) {
        let name = name(of: label, in: outer.file)
        guard let found = component.parameterIndices[name] else {
          guard wants(.badArgument, at: label, in: outer.file) else { continue }
          let known = component.parameters.map { builder.names.text(of: $0.name) }
          let nearest = nearestName(to: label.name, in: known)
          report(
            .unknownParameter(label.name, of: builder.names.text(of: component.name), nearest: nearest, known),
            at: label,
            in: outer.file)
          continue
        }
        parameter = found
      } else {
        while next < given.count, given[next] != nil { next += 1 }
        guard next < given.count else {
          report(.tooManyArguments(builder.names.text(of: component.name), given.count), at: argument, in: outer.file)
          break
        }
        parameter = next
      }
      guard given[parameter] == nil else {
        report(
          .argumentTwice(builder.names.text(of: component.parameters[parameter].name)), at: argument, in: outer.file)
        continue
      }
      given[parameter] = argument
    }
    return given
  }

  /// Reads every argument and default, used or not, so that a wrong one is always reported.
  mutating func checkArguments() {
    for index in expansion.arguments { check(declared: Int(index)) }
  }
}

extension Complaint {
  static func unknownParameter(_ name: String, of component: String, nearest: String?, _ known: [String]) -> Complaint {
    Complaint(
      .badArgument, "'\(component)' has no parameter '\(name)'\(didYouMean(nearest))", replacement: nearest,
      help: known.isEmpty ? [] : ["it takes \(known.joined(separator: ", "))"])
  }

  static func tooManyArguments(_ component: String, _ count: Int) -> Complaint {
    let takes = count == 0 ? "nothing" : count == 1 ? "one value" : "\(count) values"
    return Complaint(.badArgument, "'\(component)' takes \(takes), and this is one more")
  }

  static func argumentTwice(_ name: String) -> Complaint {
    Complaint(.badArgument, "'\(name)' has been given a value before")
  }

  static func missingArgument(_ name: String, of component: String) -> Complaint {
    Complaint(.badArgument, "'\(component)' needs a value for '\(name)'")
  }

  static func noTextParameter(_ component: String) -> Complaint {
    Complaint(
      .badArgument, "'\(component)' has no parameter left that takes a text",
      help: ["a text in quotes is for the first parameter of type text, as in `component \(component)(title: text)`"])
  }

  static func argumentsOfAKind(_ kind: String) -> Complaint {
    let example =
      ViewKind(rawValue: kind).map { $0 == .grid ? "columns 3" : $0.arrangesViews ? "gap 8" : "size 44" } ?? "size 44"
    return Complaint(
      .badArgument, "arguments are for components, and '\(kind)' is none",
      help: ["help: what it says stands behind its name, as in `\(kind) name \(example)`"])
  }

  static func argumentType(_ name: String, _ type: ParameterType, _ text: String, _ noun: String) -> Complaint {
    let isFlag = type == .condition && text == "flag"
    return Complaint(
      .wrongType, "'\(name)' takes \(type.noun), and '\(text)' is \(noun)",
      help: isFlag ? ["help: a flag is asked for by its name, as in `flag(\(name))`"] : [])
  }
}
