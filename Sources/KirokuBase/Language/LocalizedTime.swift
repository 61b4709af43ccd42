import Glibc

extension LocalTime {
    /// The date in the form of the user's locale: "05/20/2015", "20.05.2015", "2015年05月20日".
    ///
    /// In the POSIX locale, it has the ISO form: "2015-05-20".
    public var localizedDate: String { formatted(Self.isPlainLocale ? "%Y-%m-%d" : "%x") }

    /// The date and time of day in the form of the user's locale, without seconds.
    public var localizedText: String {
        guard !Self.isPlainLocale else { return formatted("%Y-%m-%d %H:%M") }
        return formatted(Self.hasHalfDays ? "%x %I:%M %p" : "%x %H:%M")
    }

    private func formatted(_ format: String) -> String {
        var parts = tm()
        parts.tm_year = Int32(year - 1_900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(hour)
        parts.tm_min = Int32(minute)
        parts.tm_sec = Int32(second)
        parts.tm_isdst = -1
        // Fills in the day of the week and summer time, which some locales write.
        var moment = parts
        mktime(&moment)
        (parts.tm_wday, parts.tm_yday, parts.tm_isdst) = (moment.tm_wday, moment.tm_yday, moment.tm_isdst)
        return parts.formatted(format) ?? text
    }

    /// The POSIX locale would write dates in the American form.
    package static var isPlainLocale: Bool {
        let locale = setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C"
        return locale == "C" || locale == "POSIX" || locale.hasPrefix("C.")
    }

    /// Whether the locale uses the 12-hour clock.
    package static var hasHalfDays: Bool {
        let format = nl_langinfo(Int32(T_FMT)).map { String(cString: $0) } ?? ""
        return format.contains("%r") || format.contains("%p") || format.contains("%I")
    }
}

extension tm {
    /// The parts as strftime writes them; `nil` if the text is not in UTF-8, as in a locale with another encoding.
    package func formatted(_ format: String) -> String? {
        var parts = self
        var bytes = [CChar](repeating: 0, count: 200)
        let count = strftime(&bytes, bytes.count, format, &parts)
        return String(validating: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
