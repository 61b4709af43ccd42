import CSystem
import Glibc

/// The translation of an English text into the user's language (gettext, domain "kiroku").
public func localized(_ english: String) -> String {
    // Without a translation, gettext returns the pointer that it was given, so `english` must live until the text is
    // copied.
    english.withCString { String(cString: dgettext(textDomain, $0)) }
}

/// The translation of a text with values for the names in braces.
///
/// For example, `localized("{file} is empty.", ["file": name])`.
public func localized(_ english: String, _ values: [String: String]) -> String {
    fill(localized(english), values)
}

/// The translation of a text that depends on a number; `{count}` stands for the number in the form usual in that
/// language.
public func localized(_ one: String, _ many: String, count: Int, _ values: [String: String] = [:]) -> String {
    let template = one.withCString { one in
        many.withCString { many in
            String(cString: dngettext(textDomain, one, many, UInt(count.magnitude)))
        }
    }
    return fill(template, values.merging(["count": localizedNumber(count)]) { $1 })
}

/// A whole number with the thousands separator of the user's language: "1,234".
public func localizedNumber(_ number: Int) -> String {
    (number < 0 ? "-" : "") + groupedDigits(String(number.magnitude))
}

/// Digits with thousands separators.
package func groupedDigits(_ digits: String, _ separator: String = thousandsSeparator()) -> String {
    var grouped = ""
    for (place, digit) in digits.enumerated() {
        if place > 0, (digits.count - place).isMultiple(of: 3) { grouped += separator }
        grouped.append(digit)
    }
    return grouped
}

/// Looks up translations in `directory`, a folder with the usual layout (`ja/LC_MESSAGES/kiroku.mo`).
public func bindTranslations(to directory: String) {
    bindtextdomain(textDomain, directory)
    bind_textdomain_codeset(textDomain, "UTF-8")
}

private let textDomain = "kiroku"

/// The POSIX locale has no separator; texts are then English, and so is the separator.
package func thousandsSeparator() -> String {
    let locale = setlocale(LC_NUMERIC, nil).map { String(cString: $0) } ?? "C"
    if locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") { return "," }
    return nl_langinfo(Int32(__THOUSANDS_SEP)).map { String(cString: $0) } ?? ""
}

private func fill(_ template: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        result += rest[..<open]
        let name = String(rest[rest.index(after: open)..<close])
        result += values[name] ?? String(rest[open...close])
        rest = rest[rest.index(after: close)...]
    }
    return result + rest
}
