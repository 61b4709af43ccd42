import CoreTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import KirokuBase

@Suite("Clock")
struct AppClockTests {
    private let began = Date(timeIntervalSince1970: 1_432_154_424)
    private let real: MovableTime
    private let clock: AppClock

    init() {
        real = MovableTime(began)
        clock = AppClock(realTime: real)
    }

    private func seconds(_ clock: AppClock) -> Double { clock.now.timeIntervalSince(began) }

    @Test("What waits by its reading is not held up when the system's time is set, and follows when the clock is")
    func reading() throws {
        final class SetTime: RealTime {
            let moment = Mutex((now: Date(timeIntervalSince1970: 0), steady: 10.0))
            var now: Date { moment.withLock { $0.now } }
            var steady: Double { moment.withLock { $0.steady } }
            func sleep(seconds: Double) async throws {}
        }
        let time = SetTime()
        let clock = AppClock(realTime: time)
        let begin = clock.reading
        time.moment.withLock { $0 = (Date(timeIntervalSince1970: -1_000_000), 12.5) }
        #expect(clock.reading - begin == .seconds(2.5))
        #expect(clock.reading > begin && clock.reading < begin + .seconds(3))
        clock.advance(by: 60)
        #expect(clock.reading - begin == .seconds(62.5))
        clock.reset()
        try clock.setRatio(100)
        time.moment.withLock { $0.steady += 1 }
        #expect(clock.reading - begin == .seconds(102.5))
    }

    @Test("Shows the real time until it is set")
    func realTime() {
        #expect(clock.now == began)
        real.pass(12.5)
        #expect(seconds(clock) == 12.5)
        #expect(clock.ratio == 1)
        #expect(clock.shift == 0)
        #expect(clock.warp == 0)
        #expect(clock.start == began)
    }

    @Test("The system's time is the real one")
    func systemTime() {
        let before = Date()
        let now = AppClock().now
        #expect(before <= now && now <= Date())
    }

    @Test("A shift sets it ahead and back, and takes the place of the one before")
    func shift() throws {
        try clock.setShift(3_600)
        #expect(seconds(clock) == 3_600)
        try clock.setShift(-60)
        #expect(seconds(clock) == -60)
        clock.advance(by: 100)
        #expect(seconds(clock) == 40)
        #expect(clock.shift == 40)
    }

    @Test("A ratio counts from the start", arguments: [0, 0.5, 1, 3, 1_000])
    func ratio(ratio: Double) throws {
        real.pass(10)
        try clock.setRatio(ratio)
        #expect(seconds(clock) == 10 * ratio)
        clock.setStartToNow()
        #expect(seconds(clock) == 10)
        real.pass(4)
        #expect(seconds(clock) == 10 + 4 * ratio)
    }

    @Test("Two ratios in turn are two times that go on side by side")
    func twoRatios() throws {
        for step in 1...3 {
            real.pass(1)
            try clock.setRatio(2)
            #expect(seconds(clock) == Double(2 * step))
            try clock.setRatio(60)
            #expect(seconds(clock) == Double(60 * step))
        }
    }

    @Test("A start date is a warp, to which ratio and shift are added")
    func startDate() throws {
        real.pass(10)
        clock.setStartToNow()
        let date = began + 1_000_000
        try clock.setStartDate(date)
        #expect(clock.warp == 999_990)
        #expect(clock.now == date)
        try clock.setRatio(2)
        try clock.setShift(5)
        real.pass(3)
        #expect(clock.now == date + 11)
    }

    @Test("The formula holds for any settings", arguments: 0..<20 as Range<UInt64>)
    func formula(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shift = Double.random(in: -1e6...1e6, using: &random)
        let ratio = Double.random(in: 0...10, using: &random)
        let date = began + Double.random(in: -1e6...1e6, using: &random)
        let before = Double.random(in: 0...1_000, using: &random)
        let after = Double.random(in: 0...1_000, using: &random)
        real.pass(before)
        clock.setStartToNow()
        try clock.setStartDate(date)
        try clock.setRatio(ratio)
        try clock.setShift(shift)
        real.pass(after)
        let start = before
        let warp = date.timeIntervalSince(began) - start
        let expected = start + (before + after - start) * ratio + shift + warp
        #expect(abs(seconds(clock) - expected) < 1e-5)
    }

    @Test("A reset shows the real time again")
    func reset() throws {
        try clock.setShift(5)
        try clock.setRatio(7)
        try clock.setStartDate(began - 1_000)
        real.pass(20)
        clock.reset()
        #expect(seconds(clock) == 20)
        #expect(clock.start == began + 20)
        real.pass(1)
        #expect(seconds(clock) == 21)
    }

    @Test("What is no time is refused, and changes nothing", arguments: [.nan, .infinity, -.infinity, 1e13, -1e300])
    func badTimes(seconds: Double) throws {
        try clock.setShift(5)
        #expect(throws: ClockError.timeOutOfRange) { try clock.setShift(seconds) }
        #expect(throws: ClockError.timeOutOfRange) {
            try clock.setStartDate(Date(timeIntervalSince1970: seconds))
        }
        clock.advance(by: seconds)
        #expect(self.seconds(clock) == 5)
    }

    @Test("A ratio out of range is refused, and changes nothing", arguments: [.nan, .infinity, -0.5, 1e7])
    func badRatios(ratio: Double) {
        #expect(throws: ClockError.ratioOutOfRange) { try clock.setRatio(ratio) }
        #expect(clock.ratio == 1)
    }

    @Test("Date and time are told as text")
    func texts() throws {
        let time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
        try clock.setStartDate(time.date)
        #expect(clock.dateText == "2015/05/20")
        #expect(clock.timeText == "20:24:50")
        try clock.setShift(4 * 3_600)
        #expect(clock.dateText == "2015/05/21")
        #expect(clock.timeText == "00:24:50")
    }

    @Test("Errors are told in a sentence")
    func messages() {
        #expect(ClockError.timeOutOfRange.message == "The clock cannot be set that far.")
        #expect(ClockError.ratioOutOfRange.message == "The clock’s ratio must be from 0 to 1,000,000.")
    }
}
