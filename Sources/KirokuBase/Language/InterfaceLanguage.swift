import CSystem
import Glibc

/// The language of ``localized(_:)`` if it is not left to the system.
@MainActor
public enum InterfaceLanguage {
    /// The system's list of languages, read once, before a choice replaces it.
    private static let systemList = getenv("LANGUAGE").map { String(cString: $0) } ?? ""

    /// Makes all texts appear in a language from now on; existing texts stay as they are.
    ///
    /// A language without translations gives English. Numbers and dates keep the system's form. Call this once before
    /// starting other threads, so that later calls only change a value in the environment.
    ///
    /// - Parameter code: the language's code in gettext, such as "ja"; `nil` for the system's language.
    public static func use(_ code: String?) {
        // Read before it is replaced.
        let system = systemList
        setenv("LANGUAGE", code ?? system, 1)
        // In the C locale, gettext looks for no translations.
        if code != nil, let locale = setlocale(LC_MESSAGES, nil), ["C", "POSIX"].contains(String(cString: locale)) {
            setlocale(LC_MESSAGES, "C.UTF-8")
        }
        kiroku_languages_changed()
    }
}
