import Commands
import Posix

CurrentProcess.exit(Catalogue.run(CurrentProcess.arguments).rawValue)
