// Shows a layout file in a window: saving the file, or pulling at the window's edge, is seen at once. A click on a view
// prints why it is where it is.
//
//   live-window Layouts/login.layout                 Escape ends it
//   live-window Layouts/login.layout /tmp/w.sock     the same, and framewire may look in
//   live-window Layouts/login.layout - login.bmp     draws one picture into a file
import CSDL
import Framewire
import FramewireLive
import Geometry
import TextMeasurement

/// Views that show something; the others only hold some together.
let colours: [String: (UInt8, UInt8, UInt8)] = [
  "label": (60, 60, 67), "button": (0, 122, 255), "input": (209, 209, 214), "image": (175, 82, 222),
  "box": (229, 229, 234),
]

func draw(_ scene: Scene, _ renderer: OpaquePointer) {
  unsafe SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255)
  unsafe SDL_RenderClear(renderer)
  for (view, frame) in scene.viewsInScene where !view.isHidden {
    guard let (red, green, blue) = colours[view.kind] else { continue }
    unsafe SDL_SetRenderDrawColor(renderer, red, green, blue, UInt8(view.alpha * 255))
    var rect = SDL_FRect(x: Float(frame.x), y: Float(frame.y), w: Float(frame.width), h: Float(frame.height))
    unsafe SDL_RenderFillRectF(renderer, &rect)
  }
}

/// What is there, front to back, at a point of the window.
func explain(_ scene: Scene, x: Int32, y: Int32) {
  let here = scene.viewsInScene.last { view, frame in
    let inside = (x: Double(x) - frame.x, y: Double(y) - frame.y)
    return !view.isHidden && inside.x >= 0 && inside.x < frame.width && inside.y >= 0 && inside.y < frame.height
  }
  guard let path = here?.view.path, let view = try? scene.layout.view(path) else { return }
  if let reasons = scene.explain(view) { print(reasons) }
}

func savePicture(_ renderer: OpaquePointer, _ size: Size, to file: String) {
  let surface = unsafe SDL_CreateRGBSurfaceWithFormat(
    0, Int32(size.width), Int32(size.height), 32, SDL_PIXELFORMAT_ARGB8888.rawValue)
  unsafe SDL_RenderReadPixels(
    renderer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, surface!.pointee.pixels, surface!.pointee.pitch)
  unsafe SDL_SaveBMP_RW(surface, SDL_RWFromFile(file, "wb"), 1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: live-window FILE.layout [SOCKET or -] [PICTURE.bmp]")
  _Exit(64)
}
var size = Size(width: 390, height: 844)
let fonts = try FontMeasurer(fonts: [])
let live: LiveScene
do {
  live = try LiveScene(file: arguments[1], in: Surroundings(size: size))
  if arguments.count > 2, arguments[2] != "-" { try live.serve(on: arguments[2]) }
} catch {
  print(error)
  _Exit(66)
}

SDL_SetMainReady()
SDL_Init(SDL_INIT_VIDEO)
let window = unsafe SDL_CreateWindow(
  live.scene.layout.name, 0, 0, Int32(size.width), Int32(size.height), SDL_WINDOW_RESIZABLE.rawValue)
let renderer = unsafe SDL_CreateRenderer(window, -1, 0)!
unsafe SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)

var isOpen = true
var told: [LayoutDiagnostic] = []
while isOpen {
  let turn = try live.turn(at: .milliseconds(Int(SDL_GetTicks64())), measuring: fonts)
  if live.scene.diagnostics != told {
    told = live.scene.diagnostics
    for problem in told { print(problem) }
  }
  if !turn.changed.isEmpty { unsafe draw(live.scene, renderer) }
  if arguments.count > 3 {
    unsafe savePicture(renderer, size, to: arguments[3])
    break
  }
  unsafe SDL_RenderPresent(renderer)
  var event = unsafe SDL_Event()
  while unsafe SDL_PollEvent(&event) != 0 {
    switch unsafe SDL_EventType(rawValue: event.type) {
    case SDL_QUIT: isOpen = false
    case SDL_KEYDOWN: if unsafe event.key.keysym.sym == SDLK_ESCAPE.rawValue { isOpen = false }
    case SDL_MOUSEBUTTONDOWN: unsafe explain(live.scene, x: event.button.x, y: event.button.y)
    case SDL_WINDOWEVENT:
      if unsafe event.window.event == UInt8(SDL_WINDOWEVENT_SIZE_CHANGED.rawValue) {
        size = unsafe Size(width: Double(event.window.data1), height: Double(event.window.data2))
        live.scene.surroundings.size = size
      }
    default: break
    }
  }
  try live.wait(atMost: turn.isSettled ? .milliseconds(16) : .milliseconds(1))
}
SDL_Quit()
