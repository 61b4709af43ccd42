import KirokuCore
import KirokuPresentation

/// The user's preferences as the program understands them: one object for all windows, which follow its changes.
///
/// An invalid value, such as a step that does not exist, counts as the default.
@MainActor
final class AppPreferences {
    /// The values under their keys (``PreferenceKeys``).
    let values: Preferences

    init(link: any DictionaryLink) {
        values = Preferences(PreferenceKeys.all, version: PreferenceKeys.version, link: link)
    }

    // MARK: The meaning of the values

    var language: LanguageChoice { choice(PreferenceKeys.language) }

    var theme: ThemeChoice { choice(PreferenceKeys.theme) }

    /// How dates and times are shown.
    var dateStyle: DateStyle {
        let choice: DateStyleChoice = choice(PreferenceKeys.dateStyle)
        return choice.style
    }

    /// The range for the text size of the grid, in percent of the theme's.
    static let gridTextSizes = 50...300

    /// The size of the grid's text, relative to the theme's.
    var gridTextScale: Double {
        let sizes = Self.gridTextSizes
        return Double(min(max(values[PreferenceKeys.gridTextSize], sizes.lowerBound), sizes.upperBound)) / 100
    }

    /// How tables are put on the clipboard.
    var copyOptions: SeparatedText.WritingOptions {
        let sign: DecimalSignChoice = choice(PreferenceKeys.decimalSign)
        let words: TruthWordsChoice = choice(PreferenceKeys.truthWords)
        return SeparatedText.WritingOptions(
            header: values[PreferenceKeys.copiesHeader],
            style: SeparatedText.Style(
                decimalSign: sign.sign, trueWord: words.words.true, falseWord: words.words.false))
    }

    /// How backups are made; `nil` for none.
    var backupPolicy: BackupPolicy? {
        let interval: BackupIntervalChoice = choice(PreferenceKeys.backupInterval)
        guard interval != .never else { return nil }
        let counts = BackupPolicy.counts
        let count = min(max(values[PreferenceKeys.backupsKept], counts.lowerBound), counts.upperBound)
        return (try? BackupPolicy(interval: Double(interval.rawValue) * 60, count: count)) ?? .usual
    }

    /// The folders that are searched for pictures, in addition to the user's Pictures folder.
    var pictureFolders: [String] { PathList.paths(values[PreferenceKeys.pictureFolders]) }

    /// Where second copies of documents are kept; `nil` for none.
    var secondCopyFolder: SecondCopyFolder? {
        let folder = values[PreferenceKeys.secondCopyFolder]
        return folder.hasPrefix("/") ? SecondCopyFolder(folder: folder) : nil
    }

    /// How the program's dialogs look.
    var dialogLook: DialogLook {
        let usual = DialogLook.usual
        return DialogLook(
            layout: SheetLayout(
                size: SheetButtonSize(rawValue: values[PreferenceKeys.dialogSize]) ?? usual.layout.size,
                x: SheetXPosition(rawValue: values[PreferenceKeys.dialogX]) ?? usual.layout.x,
                y: SheetYPosition(rawValue: values[PreferenceKeys.dialogY]) ?? usual.layout.y),
            slideTime: (try? SlideTime(seconds: values[PreferenceKeys.slideTime])) ?? usual.slideTime)
    }

    // MARK: Changing the values

    /// Replaces a value, which takes effect at once; saving ``values`` keeps it.
    func set<Value>(_ value: Value, for key: PreferenceKey<Value>) {
        // `values` reports what it refuses, and then nothing changes.
        try? values.set(value, for: key)
    }

    func set(_ look: DialogLook) {
        set(look.layout.size.rawValue, for: PreferenceKeys.dialogSize)
        set(look.layout.x.rawValue, for: PreferenceKeys.dialogX)
        set(look.layout.y.rawValue, for: PreferenceKeys.dialogY)
        set(look.slideTime.seconds, for: PreferenceKeys.slideTime)
    }

    func set(pictureFolders paths: [String]) {
        set(PathList.text(paths), for: PreferenceKeys.pictureFolders)
    }

    /// The choice under a key; its default if the value is invalid.
    func choice<Choice: PreferenceChoice>(_ key: PreferenceKey<Choice.RawValue>) -> Choice {
        guard let choice = Choice(rawValue: values[key]) ?? Choice(rawValue: key.defaultValue) else {
            preconditionFailure("the default of “\(key.name)” is none of its choices")
        }
        return choice
    }
}
