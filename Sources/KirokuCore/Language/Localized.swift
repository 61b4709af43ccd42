import CGettext
import Glibc

/// A text in the user's language, by its English original (gettext, domain "kiroku").
public func localized(_ english: String) -> String {
    // Without a translation gettext returns the pointer it was given, so that must live until the text is copied.
    english.withCString { String(cString: dgettext(textDomain, $0)) }
}

/// A text in the user's language with values put in for the names in braces: `localized("{file} is empty.", ["file": name])`.
public func localized(_ english: String, _ values: [String: String]) -> String {
    fill(localized(english), values)
}

/// A text that depends on a number, in the user's language; `{count}` stands for the number, written as is usual there.
public func localized(_ one: String, _ many: String, count: Int, _ values: [String: String] = [:]) -> String {
    let template = one.withCString { one in
        many.withCString { many in
            String(cString: dngettext(textDomain, one, many, UInt(count.magnitude)))
        }
    }
    return fill(template, values.merging(["count": localizedNumber(count)]) { $1 })
}

/// A whole number with the thousands set apart as is usual in the user's language: "1,234".
public func localizedNumber(_ number: Int) -> String {
    (number < 0 ? "-" : "") + groupedDigits(String(number.magnitude))
}

/// Digits with the thousands set apart.
func groupedDigits(_ digits: String) -> String {
    let separator = thousandsSeparator()
    var grouped = ""
    for (place, digit) in digits.enumerated() {
        if place > 0, (digits.count - place).isMultiple(of: 3) { grouped += separator }
        grouped.append(digit)
    }
    return grouped
}

/// Looks translations up in `directory`, a folder of the usual layout (`ja/LC_MESSAGES/kiroku.mo`).
public func bindTranslations(to directory: String) {
    bindtextdomain(textDomain, directory)
    bind_textdomain_codeset(textDomain, "UTF-8")
}

private let textDomain = "kiroku"

/// The POSIX locale has no separator; there the texts are English, so English writing goes with them.
private func thousandsSeparator() -> String {
    let locale = setlocale(LC_NUMERIC, nil).map { String(cString: $0) } ?? "C"
    if locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") { return "," }
    return nl_langinfo(Int32(__THOUSANDS_SEP)).map { String(cString: $0) } ?? ""
}

/// What stands before decimals in the user's locale; other signs than the comma are taken for the point.
func usualDecimalSign() -> SeparatedText.Style.DecimalSign {
    let sign = nl_langinfo(Int32(__DECIMAL_POINT)).map { String(cString: $0) }
    return sign == "," ? .comma : .point
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
