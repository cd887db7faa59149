import DaemonHarness
import Posix
import Testing
import Wire

@Suite("Driving animations by hand") struct AnimationVerbTests {
  let folder: ServedFolder

  init() throws {
    folder = try ServedFolder([
      "slide.layout": """
      layout slide size 200, 100 {
        var n = 0
        box b left n top 50 size 10
        box a top 0 size 10 { config main { left 0 }; config far { left 60 } }
        transition * 100ms linear
      }

      """
    ])
  }

  private func frame(of view: String = "a") throws -> String {
    try folder.run("call", "Snapshot", #"{"filter":{"root":"\#(view)"}}"#).outputText
  }

  @Test func `a stopped clock is stepped to any instant, and frames are exact`() throws {
    let paused = try folder.run("clock", "pause").outputText
    #expect(paused.hasSuffix(" ms, stopped\n"))
    #expect(try folder.run("use", "far").exit == .code(0))
    #expect(
      try frame().contains(#""settled":false,"views":[{"id":2,"path":"a","kind":"box","index":0,"frame":[0,0,10,10]}]"#)
    )

    #expect(try folder.run("clock", "step", "0").outputText.hasSuffix(" ms, stopped\n"))
    _ = try folder.run("clock", "step", "25ms")
    #expect(try frame().contains(#""frame":[15,0,10,10]"#))
    _ = try folder.run("clock", "step", "0.025s")
    #expect(try frame().contains(#""frame":[30,0,10,10]"#))
    _ = try folder.run("clock", "step", "50ms")
    let last = try frame()
    #expect(last.contains(#""settled":true"#) && last.contains(#""frame":[60,0,10,10]"#))
    let ages = try folder.run("clock", "step", "1e306s")
    #expect(ages.exit == .code(64))
    #expect(ages.errorText.contains("'1e306s' is longer than any clock goes"))
    #expect(try folder.run("clock", "run").outputText.hasSuffix(" ms, running\n"))
  }

  @Test func `subscribe tells where views go instead of frames`() throws {
    let subscriber = try ChildProcess(
      ServedFolder.tool, ["subscribe", "slide", "--animation", "targets", "--count", "3"],
      environment: ["FRAMEWIRE_SOCKET": folder.socket])
    _ = try subscriber.waitForOutput(until: ServedFolder.deadline) { $0.output.contains(UInt8(ascii: "\n")) }

    #expect(try folder.run("use", "far").exit == .code(0))

    _ = try subscriber.waitForOutput(until: ServedFolder.deadline) {
      $0.output.count { $0 == UInt8(ascii: "\n") } >= 3
    }
    let lines = subscriber.outputText.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].contains(#""kind":"snapshot""#))
    #expect(lines[1].contains(#""kind":"transition""#))
    #expect(
      lines[1].contains(
        #""moves":[{"id":2,"fromFrame":[0,0,10,10],"toFrame":[60,0,10,10],"durationMs":100,"curve":"linear"}]"#))
    #expect(lines[2].contains(#""kind":"delta""#) && lines[2].contains(#""settled":true"#))
    #expect(lines[2].contains(#""set":[2,60,0,10,10]"#))
  }

  @Test func `apply may ask for no animation, and may wait until it is over`() throws {
    _ = try folder.run("call", "Apply", #"{"ops":[{"op":"config","view":"a","name":"far","animate":false}]}"#)
    #expect(try frame().contains(#""frame":[60,0,10,10]"#))

    let run = try folder.run("call", "Apply", #"{"ops":[{"op":"config","view":"a","name":"main"}],"wait":"settled"}"#)
    #expect(run.exit == .code(0))
    #expect(try frame().contains(#""frame":[0,0,10,10]"#))
  }

  @Test func `a verb may ask for an animation, or for none`() throws {
    _ = try folder.run("clock", "pause")
    _ = try folder.run("use", "far", "--no-animate")
    #expect(try frame().contains(#""frame":[60,0,10,10]"#))

    _ = try folder.run("set", "n=100", "--animate")
    #expect(try frame(of: "b").contains(#""frame":[0,50,10,10]"#))
    _ = try folder.run("clock", "step", "125ms")
    #expect(try frame(of: "b").contains(#""frame":[50,50,10,10]"#))
    _ = try folder.run("set", "n=20", "--no-animate")
    #expect(try frame(of: "b").contains(#""frame":[20,50,10,10]"#))
  }

  @Test(arguments: [["--scene", "slide"], []])
  func `a verb may wait until nothing moves`(scene: [String]) throws {
    let run = try ChildProcess.run(
      ServedFolder.tool, ["use", "far", "--wait", "settled"] + scene,
      environment: ["FRAMEWIRE_SOCKET": folder.socket])

    #expect(run.exit == .code(0), "\(run.errorText)")
    let last = try frame()
    #expect(last.contains(#""settled":true"#) && last.contains(#""frame":[60,0,10,10]"#))
  }

  @Test func `subscribe may leave out small moves`() throws {
    _ = try folder.run("clock", "pause")
    let subscriber = try ChildProcess(
      ServedFolder.tool, ["subscribe", "slide", "--min-delta", "25", "--count", "3"],
      environment: ["FRAMEWIRE_SOCKET": folder.socket])
    _ = try subscriber.waitForOutput(until: ServedFolder.deadline) { $0.output.contains(UInt8(ascii: "\n")) }
    _ = try folder.run("use", "far")

    for _ in 1...10 { _ = try folder.run("clock", "step", "10ms") }

    _ = try subscriber.wait(until: ServedFolder.deadline)
    let lines = subscriber.outputText.split(separator: "\n")
    let places = lines.dropFirst().compactMap { line in line.split(separator: #""set":["#).last?.prefix(4) }
    #expect(places == ["2,30", "2,60"], "\(lines)")
  }

  @Test func `serve takes a rate of frames`() throws {
    let fast = try ServedFolder(["empty.layout": "layout empty { }"], arguments: ["--frame-rate", "240"])

    #expect(try fast.run("call", "Stats").outputText.contains(#""frames.rate":240"#))
    #expect(try folder.run("call", "Stats").outputText.contains(#""frames.rate":60"#))
  }

  @Test(arguments: [
    (["serve", "--frame-rate", "0", "."], Int32(64), "from 1 to 240, not '0'"),
    (["serve", "--frame-rate", "59.9", "."], 64, "whole number"),
    (["use", "far", "--wait", "soon"], 64, "none, solved or settled, not 'soon'"),
    (["set", "n=1", "--animate", "--no-animate"], 64, "--animate and --no-animate do not go together"),
    (["subscribe", "slide", "--min-delta", "0"], 64, "above 0"),
  ])
  func `errors say what can be asked for`(words: [String], code: Int32, message: String) throws {
    let run = try ChildProcess.run(ServedFolder.tool, words, environment: ["FRAMEWIRE_SOCKET": folder.socket])

    #expect(run.exit == .code(code), "\(run.errorText)")
    #expect(run.errorText.contains(message), "\(run.errorText)")
  }

  @Test(arguments: [
    (["clock", "step"], Int32(64), "takes a time"), (["clock", "run", "5ms"], 64, "takes no time"),
    (["clock", "step", "5"], 64, "write 16ms"), (["clock", "halt"], 64, "none of run, pause, step and seek"),
    (["clock", "seek", "0ms"], 65, "forward only"),
  ])
  func `errors say how time is written`(words: [String], code: Int32, message: String) throws {
    let run = try ChildProcess.run(ServedFolder.tool, words, environment: ["FRAMEWIRE_SOCKET": folder.socket])

    #expect(run.exit == .code(code), "\(run.errorText)")
    #expect(run.errorText.contains(message), "\(run.errorText)")
  }
}
