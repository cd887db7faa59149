import Foundation
import PackagePlugin

/// Makes the names of each layout file of a target into Swift constants: `framewire swift-names`, at every build in
/// which a file has changed.
@main struct SwiftNames: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = (target as? any SourceModuleTarget)?.sourceFiles.map(\.url) else { return [] }
    let tool = try context.tool(named: "framewire").url
    return files.filter { $0.pathExtension == "layout" }.map { file in
      let name = file.deletingPathExtension().lastPathComponent
      let source = context.pluginWorkDirectoryURL.appending(path: "\(name).layout.swift")
      return .buildCommand(
        displayName: "Names of \(file.lastPathComponent)", executable: tool,
        arguments: ["swift-names", file.path, "--output", source.path], inputFiles: [file], outputFiles: [source])
    }
  }
}
