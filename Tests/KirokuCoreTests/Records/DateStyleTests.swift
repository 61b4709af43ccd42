import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("How dates and times are shown")
struct DateStyleTests {
    @Test(
        "In the order and with the signs of a locale, the year always in four digits",
        arguments: [
            ("%d/%m/%y", "24/02/2026", "02/2026", "1998"), ("%m/%d/%Y", "02/24/2026", "02/2026", "1998"),
            ("%d.%m.%Y", "24.02.2026", "02.2026", "1998"), ("%Y年%m月%d日", "2026年02月24日", "2026年02月", "1998年"),
            ("%-d. %-m. %Y", "24. 2. 2026", "2. 2026", "1998"), ("%e.%m.%Y", "24.02.2026", "02.2026", "1998"),
            ("%D", "02/24/2026", "02/2026", "1998"), ("%d %b %Y", "2026-02-24", "2026-02", "1998"),
            ("%Ey", "2026-02-24", "2026-02", "1998"), ("", "2026-02-24", "2026-02", "1998"),
            ("%d %d %Y", "2026-02-24", "2026-02", "1998"),
        ])
    func dates(format: String, day: String, month: String, year: String) throws {
        let style = DateStyle(dateFormat: format, halves: nil)
        for (text, expected) in [("2026-02-24", day), ("2026-02", month), ("1998", year)] {
            guard case .date(let date) = EntryReader(type: .date).read(text) else {
                Issue.record("\(text)")
                return
            }
            #expect(style.text(date) == expected)
            // What is shown can be typed again.
            let context = EntryContext(dateOrder: style.order)
            #expect(try DateEntry(expected, in: context).date() == date)
            #expect(style.mayContain(expected))
        }
        #expect(!style.mayContain("abc"))
    }

    @Test("Hours from 1 to 12 where the locale has them")
    func times() throws {
        let style = DateStyle(dateFormat: "%D", halves: ["AM", "PM"])
        for (text, expected) in [
            ("00:05", "12:05 AM"), ("09:30", "9:30 AM"), ("12:00:30", "12:00:30 PM"), ("21:30", "9:30 PM"),
        ] {
            guard case .time(let time) = EntryReader(type: .time).read(text) else {
                Issue.record("\(text)")
                return
            }
            #expect(style.text(time) == expected && style.mayContain(expected))
            #expect(EntryReader(type: .time).read(expected) == .time(time))
        }
    }
}
