import Glibc
import KirokuBase
import Testing

@Suite("Dates in words of the locale")
struct LocalizedTimeTests {
    @Test("Without a locale the form is the same everywhere")
    func plain() throws {
        let time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
        #expect(time.localizedDate == "2015-05-20")
        #expect(time.localizedText == "2015-05-20 20:24")
    }
}
