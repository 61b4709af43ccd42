import KirokuCore
import KirokuPresentation

extension PreferencesView {
    var appearanceRows: [PreferenceRow] {
        [
            choiceRow(localized("Language"), PreferenceKeys.language, LanguageChoice.self),
            choiceRow(localized("Theme"), PreferenceKeys.theme, ThemeChoice.self),
            numberRow(
                localized("Text size in the grid"), note: localized("In percent of the desktop’s text size."),
                PreferenceKeys.gridTextSize, range: AppPreferences.gridTextSizes, step: 10),
            choiceRow(
                localized("Dates"), note: localized("How they are shown; files have the international form."),
                PreferenceKeys.dateStyle, DateStyleChoice.self),
        ]
    }

    var copyingRows: [PreferenceRow] {
        [
            switchRow(
                localized("Copy the field names, too"), note: localized("As the first line of what is copied."),
                PreferenceKeys.copiesHeader),
            choiceRow(
                localized("Decimal sign"), note: localized("For numbers that are copied."),
                PreferenceKeys.decimalSign, DecimalSignChoice.self),
            choiceRow(
                localized("True and false"), note: localized("How they are written in what is copied."),
                PreferenceKeys.truthWords, TruthWordsChoice.self),
        ]
    }

    var backupRows: [PreferenceRow] {
        [
            choiceRow(
                localized("Make a backup"),
                note: localized("A changed document gets a new dated copy when its last one is this old."),
                PreferenceKeys.backupInterval, BackupIntervalChoice.self),
            numberRow(
                localized("Backups kept"), note: localized("For each document; the oldest are removed."),
                PreferenceKeys.backupsKept, range: BackupPolicy.counts),
        ]
    }

    var dialogRows: [PreferenceRow] {
        [
            stepRow(localized("Button size"), PreferenceKeys.dialogSize, SheetButtonSize.self),
            stepRow(localized("X position"), PreferenceKeys.dialogX, SheetXPosition.self),
            stepRow(localized("Y position"), PreferenceKeys.dialogY, SheetYPosition.self),
            secondsRow(
                localized("Slide time"), note: localized("In seconds, for the whole way up or down."),
                PreferenceKeys.slideTime),
        ]
    }
}
