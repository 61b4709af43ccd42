import KirokuCore
import KirokuPresentation

/// What the user prefers, as the program means it: one object for all windows, which follow its changes.
///
/// A value that means nothing, such as a step that there is not, counts as the default.
@MainActor
final class AppPreferences {
    /// The values under their keys (``PreferenceKeys``).
    let values: Preferences

    init(link: any DictionaryLink) {
        values = Preferences(PreferenceKeys.all, version: PreferenceKeys.version, link: link)
    }

    // MARK: What they mean

    var language: LanguageChoice { choice(PreferenceKeys.language) }

    var theme: ThemeChoice { choice(PreferenceKeys.theme) }

    /// The least and the greatest text size of the grid, in percent.
    static let gridTextSizes = 50...300

    /// How many times as large as the theme's the grid's text is.
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

    /// How backups are made; `nil` for not at all.
    var backupPolicy: BackupPolicy? {
        let interval: BackupIntervalChoice = choice(PreferenceKeys.backupInterval)
        guard interval != .never else { return nil }
        let counts = BackupPolicy.counts
        let count = min(max(values[PreferenceKeys.backupsKept], counts.lowerBound), counts.upperBound)
        return (try? BackupPolicy(interval: Double(interval.rawValue) * 60, count: count)) ?? .usual
    }

    /// Where pictures are looked for, besides the user's Pictures folder.
    var pictureFolders: [String] { PathList.paths(values[PreferenceKeys.pictureFolders]) }

    /// Where documents have second copies; `nil` for nowhere.
    var secondPlace: SecondPlace? {
        let folder = values[PreferenceKeys.secondPlace]
        return folder.hasPrefix("/") ? SecondPlace(folder: folder) : nil
    }

    /// How the program's dialogs are laid out.
    var dialogLayout: SheetLayout {
        let usual = SheetLayout()
        return SheetLayout(
            size: SheetButtonSize(rawValue: values[PreferenceKeys.dialogSize]) ?? usual.size,
            x: SheetXPosition(rawValue: values[PreferenceKeys.dialogX]) ?? usual.x,
            y: SheetYPosition(rawValue: values[PreferenceKeys.dialogY]) ?? usual.y)
    }

    /// How long the program's dialogs slide.
    var slideTime: SlideTime {
        let key = PreferenceKeys.slideTime
        return (try? SlideTime(seconds: values[key])) ?? (try? SlideTime(seconds: key.defaultValue)) ?? .usual
    }

    // MARK: Changing them

    /// Replaces a value; it has its effect at once and is kept by ``save()``.
    func set<Value>(_ value: Value, for key: PreferenceKey<Value>) {
        // What is refused is reported there, and changes nothing.
        try? values.set(value, for: key)
    }

    func set(dialogLayout layout: SheetLayout) {
        set(layout.size.rawValue, for: PreferenceKeys.dialogSize)
        set(layout.x.rawValue, for: PreferenceKeys.dialogX)
        set(layout.y.rawValue, for: PreferenceKeys.dialogY)
    }

    func set(pictureFolders paths: [String]) {
        set(PathList.text(paths), for: PreferenceKeys.pictureFolders)
    }

    /// The choice under a key; its default if what is there means nothing.
    func choice<Choice: PreferenceChoice>(_ key: PreferenceKey<Choice.RawValue>) -> Choice {
        guard let choice = Choice(rawValue: values[key]) ?? Choice(rawValue: key.defaultValue) else {
            preconditionFailure("the default of “\(key.name)” is none of its choices")
        }
        return choice
    }
}
