// Follows a scene and prints its widest view whenever that changes.
//
// usage: widest-view SCENE [SOCKET]
//
// `SceneFollower` does what every subscriber needs: it connects, keeps a mirror of the scene, and when the daemon is
// started again it goes on where it was. What is left to write is what to do with the frames.

import FramewireClient
import Posix
import Wire

let arguments = CurrentProcess.arguments
guard let scene = arguments.first, arguments.count <= 2 else {
  StandardStream.error.writeLine("usage: widest-view SCENE [SOCKET]")
  CurrentProcess.exit(64)
}
let address =
  arguments.count == 2
  ? SocketAddress(path: arguments[1])
  : SocketAddress.default(environment: CurrentProcess.environment, userID: CurrentProcess.userID)

Signal.ignoreBrokenPipes()
let follower = SceneFollower(Request.Subscribe(scene: scene, heartbeatMs: 10_000), at: address)
var shown: String?

do {
  while true {
    switch try follower.next() {
    case .event:
      // The root is as wide as the scene; the question is which view in it is.
      let views = follower.mirror.frames.views.filter { $0.parent != nil }
      guard let widest = views.max(by: { $0.frame.width < $1.frame.width }) else { continue }
      // Frames count 64ths of a point.
      let line = "\(widest.path) is \(widest.frame.rect.width) points wide"
      if line != shown { StandardStream.output.writeLine(line) }
      shown = line
    case .disconnected(let error, let pause):
      StandardStream.error.writeLine("\(error); trying again in \(pause)")
    }
  }
} catch {
  StandardStream.error.writeLine("\(error)")
  CurrentProcess.exit(1)
}
