import Posix

switch Options.parse(CurrentProcess.arguments) {
case .help:
  print(Options.help)
case .mistake(let message):
  print("error: \(message)\n\n\(Options.help)")
  CurrentProcess.exit(2)
case .run(let options):
  FreedMemory.keepAll()
  var complaints: [String] = []
  for suite in options.suites {
    print("\n# \(suite.name): \(suite.summary)\n")
    complaints += suite.run(options)
  }
  for complaint in complaints { print("WRONG: \(complaint)") }
  if !complaints.isEmpty { CurrentProcess.exit(1) }
}
