public import LayoutSyntax

/// Every complaint that only the runtime has, by its code.
public enum RuntimeCode: String, ComplaintCode {
  case nameTaken = "E2901"
  case missingFile = "E2902"
  case unreadableFile = "E2903"
  case emptyFile = "E2904"
  case fileOutside = "E2905"
  case lostPlace = "W2909"
  case tooMuchToCheck = "E2911"
  case lateRelease = "W2912"
  case needlessRelease = "W2913"
  case unfitRecords = "W2914"
}
