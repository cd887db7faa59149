import LayoutEngine
import LayoutModel

extension Scene {
  @inline(__always) var revision: SceneRevision {
    SceneRevision(scene: name, revision: published.history.revision, layoutRevision: published.layoutRevision)
  }

  var summary: SceneSummary {
    let layout = live?.value.layout
    let declared = Dictionary(grouping: layout?.configurations ?? [], by: \.view)
    let configurations = declared.keys.sorted().map { view in
      SceneSummary.Configurations(
        view: layout!.views[view].path, active: live!.value.activeConfiguration(of: view),
        names: ((declared[view] ?? []).map(\.name) + [Configuration.main]).firstOccurrences)
    }
    let picture = published.history.current
    let root = picture.views.first?.frame ?? .zero
    return SceneSummary(
      name: name, layout: layoutName, file: document.file,
      imports: document.files.filter { $0 != document.file }, status: status,
      revision: published.history.revision, layoutRevision: published.layoutRevision, views: picture.views.count,
      width: root.width, height: root.height, configurations: configurations)
  }
}
