import Glibc

extension LocalTime {
    /// The date as is usual where the user is: "05/20/2015", "20.05.2015", "2015年05月20日".
    ///
    /// Where the locale says nothing, it is the form that is the same everywhere: "2015-05-20".
    public var localizedDate: String { formatted(Self.isPlainLocale ? "%Y-%m-%d" : "%x") }

    /// Date and time of day as is usual where the user is, without seconds.
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
        // Only for the day of the week and summer time, which some locales name.
        var moment = parts
        mktime(&moment)
        (parts.tm_wday, parts.tm_yday, parts.tm_isdst) = (moment.tm_wday, moment.tm_yday, moment.tm_isdst)
        var bytes = [CChar](repeating: 0, count: 200)
        let count = strftime(&bytes, bytes.count, format, &parts)
        let text = bytes.prefix(count).map { UInt8(bitPattern: $0) }
        // A locale of another encoding than UTF-8 could say nothing that can be shown.
        return String(validating: text, as: UTF8.self) ?? self.text
    }

    /// The POSIX locale writes dates as nobody does who knows no American.
    private static var isPlainLocale: Bool {
        let locale = setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C"
        return locale == "C" || locale == "POSIX" || locale.hasPrefix("C.")
    }

    /// Whether the usual time of day goes to 12 and names the half of the day.
    private static var hasHalfDays: Bool {
        let format = nl_langinfo(Int32(T_FMT)).map { String(cString: $0) } ?? ""
        return format.contains("%r") || format.contains("%p") || format.contains("%I")
    }
}
