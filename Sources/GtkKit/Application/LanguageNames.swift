import CGtk

/// The languages that the user prefers, the most preferred first, such as `["ja_JP.UTF-8", "ja_JP", "ja"]`.
///
/// They are looked up each time, as the program may have switched languages. English of no particular country is `C`.
@MainActor
public var languageNames: [String] {
    guard let names = g_get_language_names() else { return [] }
    return sequence(first: names) { $0 + 1 }.lazy.prefix { $0.pointee != nil }
        .compactMap { $0.pointee.map { String(cString: $0) } }
}
