import Posix
import WebPreview

/// What `framewire` itself cannot do without more libraries; it finds this program beside itself and becomes it.
func show(_ words: [String]) -> Int32 {
  do throws(PreviewFailure) {
    let options = try PreviewOptions(words)
    let preview = try Preview(options)
    StandardStream.output.writeLine("framewire: the preview is at \(preview.address)\nControl-C ends it.")
    if options.opens {
      do throws(PosixError) { try preview.openInBrowser() } catch {
        StandardStream.error.writeLine("framewire: no browser could be opened: \(error)")
      }
    }
    try preview.run()
    return 0
  } catch {
    StandardStream.error.writeLine("framewire: error: \(error.message)")
    return error.code.rawValue
  }
}

CurrentProcess.exit(show(CurrentProcess.arguments))
