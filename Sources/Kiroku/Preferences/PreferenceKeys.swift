import KirokuCore
import KirokuPresentation

/// The keys of all preferences, each with its type and its default.
///
/// ``AppPreferences`` has the meaning of the values, and what replaces an invalid one.
enum PreferenceKeys {
    static let language = PreferenceKey("language", default: LanguageChoice.system.rawValue)
    static let theme = PreferenceKey("theme", default: ThemeChoice.system.rawValue)
    /// In percent of the theme's size.
    static let gridTextSize = PreferenceKey("grid text size", default: 100)
    static let dateStyle = PreferenceKey("date style", default: DateStyleChoice.locale.rawValue)
    static let copiesHeader = PreferenceKey("copies header", default: true)
    static let decimalSign = PreferenceKey("decimal sign", default: DecimalSignChoice.point.rawValue)
    static let truthWords = PreferenceKey("truth words", default: TruthWordsChoice.lowerCase.rawValue)
    static let backupInterval = PreferenceKey("backup interval", default: BackupIntervalChoice.hour.rawValue)
    static let backupsKept = PreferenceKey("backups kept", default: BackupPolicy.usual.count)
    /// Paths, in the form of ``PathList``.
    static let pictureFolders = PreferenceKey("picture folders", default: "")
    /// The path of the folder for second copies of documents; empty for none.
    static let secondCopyFolder = PreferenceKey("second place", default: "")
    /// The raw values of the steps of the dialogs' layout.
    static let dialogSize = PreferenceKey("dialog size", default: DialogLook.usual.layout.size.rawValue)
    static let dialogX = PreferenceKey("dialog x", default: DialogLook.usual.layout.x.rawValue)
    static let dialogY = PreferenceKey("dialog y", default: DialogLook.usual.layout.y.rawValue)
    /// In seconds.
    static let slideTime = PreferenceKey("slide time", default: DialogLook.usual.slideTime.seconds)

    static let all: [any PreferenceDefault] = [
        language, theme, gridTextSize, dateStyle, copiesHeader, decimalSign, truthWords, backupInterval, backupsKept,
        pictureFolders, secondCopyFolder, dialogSize, dialogX, dialogY, slideTime,
    ]

    /// The keys of values that mean nothing on another computer: folders.
    static let ofThisComputer: Set<String> = [pictureFolders.name, secondCopyFolder.name]

    /// The version of the file, which rises when the meaning of values changes.
    static let version = 1
}

/// Paths as one text, one on each line; a backslash precedes a line break or a backslash in a path.
enum PathList {
    static func text(_ paths: [String]) -> String {
        paths.map { $0.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }.joined(separator: "\n")
    }

    /// The absolute paths in a text.
    static func paths(_ text: String) -> [String] {
        text.split(separator: "\n").map(path).filter { $0.hasPrefix("/") }
    }

    private static func path(_ line: Substring) -> String {
        var path = ""
        var isEscaped = false
        for character in line {
            if isEscaped {
                path.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                path.append(character)
            }
        }
        return path
    }
}
