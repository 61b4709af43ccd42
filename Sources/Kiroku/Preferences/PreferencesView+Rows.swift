import KirokuCore
import KirokuPresentation

extension PreferencesView {
    var appearanceRows: [PreferenceRow] {
        [
            choiceRow(localized("Language"), PreferenceKeys.language, LanguageChoice.self),
            choiceRow(localized("Theme"), PreferenceKeys.theme, ThemeChoice.self),
            numberRow(
                localized("Text size in the grid"), note: localized("Relative to the system text size."),
                PreferenceKeys.gridTextSize, range: AppPreferences.gridTextSizes, step: 10),
            choiceRow(
                localized("Dates"), note: localized("How dates are shown. Files always use the international format."),
                PreferenceKeys.dateStyle, DateStyleChoice.self),
        ]
    }

    var copyingRows: [PreferenceRow] {
        [
            switchRow(
                localized("Include field names"), note: localized("As the first line of copied cells."),
                PreferenceKeys.copiesHeader),
            choiceRow(
                localized("Decimal sign"), note: localized("For copied numbers."),
                PreferenceKeys.decimalSign, DecimalSignChoice.self),
            choiceRow(
                localized("True and false"), note: localized("How check boxes are copied."),
                PreferenceKeys.truthWords, TruthWordsChoice.self),
        ]
    }

    var backupRows: [PreferenceRow] {
        [
            choiceRow(
                localized("Back up"),
                note: localized("How often a changed document is backed up."),
                PreferenceKeys.backupInterval, BackupIntervalChoice.self),
            numberRow(
                localized("Number of backups to keep"),
                note: localized("For each document. The oldest backups are removed."),
                PreferenceKeys.backupsKept, range: BackupPolicy.counts),
        ]
    }

    var dialogRows: [PreferenceRow] {
        [
            stepRow(localized("Button size"), PreferenceKeys.dialogSize, SheetButtonSize.self),
            stepRow(localized("X position"), PreferenceKeys.dialogX, SheetXPosition.self),
            stepRow(localized("Y position"), PreferenceKeys.dialogY, SheetYPosition.self),
            secondsRow(
                localized("Animation duration"), note: localized("In seconds, for opening or closing a dialog."),
                PreferenceKeys.slideTime),
        ]
    }
}
