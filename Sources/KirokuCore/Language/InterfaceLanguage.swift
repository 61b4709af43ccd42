import CGettext
import Glibc

/// The language that ``localized(_:)`` speaks, where that is not left to the system.
@MainActor
public enum InterfaceLanguage {
    /// What the system has named; asked for once, before anybody chooses.
    private static let systemList = getenv("LANGUAGE").map { String(cString: $0) } ?? ""

    /// Has all texts come in a language from now on; those that were made before stay as they are.
    ///
    /// A language without translations is English. Numbers and dates stay as the system has them. To be called once
    /// before other threads are started, so that later calls change nothing but a value in the environment.
    ///
    /// - Parameter code: what gettext calls it, such as "ja"; `nil` for the system's own.
    public static func use(_ code: String?) {
        // To be known before it is replaced.
        let system = systemList
        setenv("LANGUAGE", code ?? system, 1)
        // In the plain C locale gettext looks for no translation at all.
        if code != nil, let locale = setlocale(LC_MESSAGES, nil), ["C", "POSIX"].contains(String(cString: locale)) {
            setlocale(LC_MESSAGES, "C.UTF-8")
        }
        kiroku_languages_changed()
    }
}
