// Prints what the Swift client understands of a scene, for Clients/conformance.
//
// usage: scene-probe SOCKET SCENE [--encoding json|fw1] [--fields a,b,…] [--mode latest|every] [--no-reconnect]

import Frames
import FramewireClient
import Posix
import Wire

let fields: [String: FrameFilter.Fields] = [
  "frame": .frame, "hidden": .hidden, "alpha": .alpha, "clips": .clips, "text": .text, "truncated": .text,
  "baselines": .baselines, "guides": .guides, "scroll": .scroll, "look": .look, "lines": .lines,
]

var request = Request.Subscribe()
var encoding = SceneFollower.Encoding.json
var reconnects = true
var places: [String] = []
var arguments = CurrentProcess.arguments[...]
while let argument = arguments.popFirst() {
  switch argument {
  case "--encoding": encoding = arguments.popFirst() == BinaryMessage.encoding ? .binary : .json
  case "--fields":
    let names = arguments.popFirst()?.split(separator: ",") ?? []
    request.filter.fields = names.reduce(into: FrameFilter.Fields()) { $0.formUnion(fields[String($1)] ?? []) }
  case "--mode": request.mode = arguments.popFirst() == "every" ? .every : .latest
  case "--no-reconnect": reconnects = false
  default: places.append(argument)
  }
}
guard places.count == 2 else {
  StandardStream.error.writeLine("usage: scene-probe SOCKET SCENE [--encoding json|fw1] …")
  CurrentProcess.exit(64)
}
request.scene = places[1]

Signal.ignoreBrokenPipes()
let limits = MessageDecoder.Limits(message: 8 << 20, load: 8 << 20)
let follower = SceneFollower(request, at: SocketAddress(path: places[0]), encoding: encoding, limits: limits)

/// What the mirror has, told as an event.
func picture(in mirror: SceneMirror, after event: Event) -> Event {
  var picture = Event.snapshot(of: mirror.frames, at: event.instant, settled: mirror.isSettled)
  picture.kind = event.kind
  return picture
}

while true {
  do throws(ClientError) {
    switch try follower.next() {
    case .event(let event):
      let hasPicture = event.kind == .snapshot || event.kind == .delta
      StandardStream.output.writeLine((hasPicture ? picture(in: follower.mirror, after: event) : event).text)
      if event.kind == .bye, event.reason != Event.shutdown { CurrentProcess.exit(0) }
    case .disconnected(.malformed, _), .disconnected(.garbled, _), .disconnected(.tooLong, _):
      CurrentProcess.exit(2)
    case .disconnected(let error, _):
      if !reconnects { CurrentProcess.exit(error == .closed ? 0 : 1) }
    }
  } catch {
    StandardStream.error.writeLine("\(error)")
    switch error {
    case .malformed, .garbled, .tooLong: CurrentProcess.exit(2)
    default: CurrentProcess.exit(1)
    }
  }
}
