import FleetCommands
import Posix

CurrentProcess.exit(FleetProgram.run(CurrentProcess.arguments).rawValue)
