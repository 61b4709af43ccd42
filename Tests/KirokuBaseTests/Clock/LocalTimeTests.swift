import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuBase

@Suite("Local time")
struct LocalTimeTests {
    @Test("Is written with leading zeros")
    func text() throws {
        let time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
        #expect(time.text == "2015/05/20 20:24:50")
        #expect("\(time)" == "2015/05/20 20:24:50")
        #expect(LocalTime(year: 812, month: 1, day: 2, hour: 3, minute: 4, second: 5)?.text == "0812/01/02 03:04:05")
        #expect(LocalTime(year: 2024, month: 2, day: 29)?.text == "2024/02/29 00:00:00")
    }

    @Test("Parts that are no moment give none")
    func invalid() {
        #expect(LocalTime(year: 2015, month: 2, day: 29) == nil)
        #expect(LocalTime(year: 2015, month: 4, day: 31) == nil)
        #expect(LocalTime(year: 2015, month: 13, day: 1) == nil)
        #expect(LocalTime(year: 2015, month: 0, day: 1) == nil)
        #expect(LocalTime(year: 2015, month: 1, day: 0) == nil)
        #expect(LocalTime(year: 0, month: 1, day: 1) == nil)
        #expect(LocalTime(year: 10_000, month: 1, day: 1) == nil)
        #expect(LocalTime(year: 2015, month: 1, day: 1, hour: 24) == nil)
        #expect(LocalTime(year: 2015, month: 1, day: 1, minute: 60) == nil)
        #expect(LocalTime(year: 2015, month: 1, day: 1, second: 60) == nil)
        #expect(LocalTime(year: .max, month: .min, day: .max, hour: .min, minute: .max, second: .min) == nil)
    }

    @Test("Date and parts lead to each other, whatever the time zone", arguments: 0..<50 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let seconds = Int.random(in: -60_000_000_000...250_000_000_000, using: &random)
        let time = LocalTime(Date(timeIntervalSince1970: Double(seconds) + 0.75))
        // An hour that comes twice may come back as the other one.
        #expect(abs(time.date.timeIntervalSince1970 - Double(seconds)) <= 7_200)
        #expect(LocalTime(time.date) == time)
        #expect(
            LocalTime(
                year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
                second: time.second) == time)
    }

    @Test("Fractions of a second are dropped, also before 1970", arguments: [-1_000.25, 1_000.75])
    func fractions(seconds: Double) {
        let time = LocalTime(Date(timeIntervalSince1970: seconds))
        #expect(time.date == Date(timeIntervalSince1970: seconds.rounded(.down)))
    }

    @Test("Dates beyond the calendar become its ends", arguments: [-.infinity, .nan, -1e300, 1e300, .infinity])
    func beyond(seconds: Double) {
        let time = LocalTime(Date(timeIntervalSince1970: seconds))
        #expect(time.year == (seconds > 0 ? 9_999 : 1))
    }
}
