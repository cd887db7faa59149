import LayoutEngine
import LayoutModel
import LayoutSyntax

extension Scene {
  /// Why a view is where it is.
  ///
  /// - Parameter path: of a view or of a guide.
  package func explanation(ofViewAt path: String, _ attribute: AnchorAttribute?) throws(RequestFailure) -> Answer {
    guard let live = live?.value else { throw .layoutFailed(published.report.content) }
    func place(of path: String) -> Int? { live.layout.views.firstIndex { $0.path == path } }
    var names = LayoutNames(live.layout)
    guard let index = place(of: path) ?? place(of: names.path(meantBy: path)) else {
      throw .unknownView(path, near: nearNames(to: path, in: live.layout.views.lazy.map(\.path)))
    }
    let explanation = live.explanation(of: ViewID(Int32(index)), attribute: attribute) { place in
      document.layoutSources.first { $0.name == place.file }?.text(in: place.span) ?? ""
    }
    guard let explanation else { throw .layoutFailed(published.report.content) }
    let places = explanation.attributes.flatMap { $0.because.map(\.place) } + explanation.declared
    let files = Set(places.map(\.file))
    return .explained(explanation, sources: document.layoutSources.filter { files.contains($0.name) })
  }
}

extension AnchorAttribute {
  /// As constraints write it.
  package init(named name: String) throws(RequestFailure) {
    guard let found = Self.allCases.first(where: { "\($0)" == name }) else {
      throw .unknownName(
        kind: "attribute", name, known: knownNames(Self.allCases.map { "\($0)" }, nearestTo: name))
    }
    self = found
  }
}
