import GtkKit
import KirokuCore

/// One of a few choices, stored as its raw value and shown as its title.
protocol PreferenceChoice: RawRepresentable, CaseIterable, Equatable where RawValue: PreferenceType {
    var title: String { get }
}

/// The language of the interface; the raw value is gettext's name for it.
enum LanguageChoice: String, PreferenceChoice {
    case system
    case english = "en"
    case japanese = "ja"

    /// The languages that have a translation, by gettext's names.
    static let translated = [japanese.rawValue]

    /// The name for gettext; `nil` for the system's language.
    var code: String? { self == .system ? nil : rawValue }

    /// Languages are listed under the names that their speakers give them.
    var title: String {
        switch self {
        case .system: localized("Same as system")
        case .english: "English"
        case .japanese: "日本語"
        }
    }
}

/// Whether windows are light or dark.
enum ThemeChoice: String, PreferenceChoice {
    case system, light, dark

    var title: String {
        switch self {
        case .system: localized("Same as system")
        case .light: localized("Light")
        case .dark: localized("Dark")
        }
    }

    var colorScheme: ColorScheme {
        switch self {
        case .system: .system
        case .light: .light
        case .dark: .dark
        }
    }
}

/// How dates and times are shown.
enum DateStyleChoice: String, PreferenceChoice {
    case locale, iso

    var title: String {
        let style = style
        let example = LocalTime(AppClock.shared.now).dateText(in: style)
        return switch self {
        case .locale: localized("Regional format ({date})", ["date": example])
        case .iso: localized("International format ({date})", ["date": example])
        }
    }

    var style: DateStyle {
        switch self {
        case .locale: .ofLocale
        case .iso: .iso
        }
    }
}

/// The decimal sign of copied numbers.
enum DecimalSignChoice: String, PreferenceChoice {
    case locale, point, comma

    var title: String {
        switch self {
        case .locale: localized("Language default")
        case .point: localized("Point (1.5)")
        case .comma: localized("Comma (1,5)")
        }
    }

    var sign: SeparatedText.Style.DecimalSign {
        switch self {
        case .locale: localizedDecimalSign == "," ? .comma : .point
        case .point: .point
        case .comma: .comma
        }
    }
}

/// How true and false are written when they are copied.
enum TruthWordsChoice: String, PreferenceChoice {
    case lowerCase = "true"
    case upperCase = "TRUE"
    case answers = "yes"
    case digits = "1"
    case japanese = "はい"

    var words: (true: String, false: String) {
        switch self {
        case .lowerCase: ("true", "false")
        case .upperCase: ("TRUE", "FALSE")
        case .answers: ("yes", "no")
        case .digits: ("1", "0")
        case .japanese: ("はい", "いいえ")
        }
    }

    /// The words themselves, which are the same in all languages.
    var title: String { "\(words.true), \(words.false)" }
}

/// The age of the last backup at which another is made; the raw value is in minutes.
enum BackupIntervalChoice: Int, PreferenceChoice {
    case never = -1
    case everyChange = 0
    case quarterHour = 15
    case hour = 60
    case halfDay = 720
    case day = 1_440

    var title: String {
        switch self {
        case .never: localized("Never")
        case .everyChange: localized("After every change")
        case .quarterHour: localized("Every 15 minutes")
        case .hour: localized("Every hour")
        case .halfDay: localized("Every 12 hours")
        case .day: localized("Once a day")
        }
    }
}
