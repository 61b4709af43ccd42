import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuBase

@Suite("Waiting by the clock", .timeLimit(.minutes(10)))
struct SleepingTests {
    private let began = Date(timeIntervalSince1970: 1_432_154_424)

    /// Returns when somebody waits by the clock.
    private func sleeper(of clock: AppClock) async throws {
        try await until { clock.state.withLock { !$0.sleepers.isEmpty } }
    }

    /// Returns when `count` sleeps were asked for.
    private func sleeps(_ count: Int, by time: MovableTime) async throws {
        try await until { time.askedFor.count >= count }
    }

    @Test("Moving the clock wakes those whose time has come, and no others")
    func moving() async throws {
        let clock = AppClock.fixed(at: began)
        let short = Task { try await clock.sleep(until: began + 5) }
        try await sleeper(of: clock)
        let long = Task { try await clock.sleep(until: began + 10) }
        try await until { clock.state.withLock { $0.sleepers.count } == 2 }
        clock.advance(by: 4.5)
        #expect(clock.state.withLock { $0.sleepers.count } == 2)
        clock.advance(by: 0.5)
        try await short.value
        #expect(clock.state.withLock { $0.sleepers.count } == 1)
        clock.advance(by: 5)
        try await long.value
    }

    @Test("Every way of moving the clock wakes", arguments: 0..<4)
    func everyWay(way: Int) async throws {
        let real = MovableTime(began)
        let clock = AppClock(realTime: real)
        let task = Task { try await clock.sleep(for: 100) }
        try await sleeper(of: clock)
        switch way {
        case 0: try clock.setShift(100)
        case 1: try clock.setStartDate(began + 200)
        case 2:
            real.pass(10)
            try clock.setRatio(10)
        default:
            real.pass(150)
            clock.reset()
        }
        try await task.value
    }

    @Test("A time that is over takes no waiting", arguments: [0, -5, -Double.infinity, .nan])
    func over(seconds: Double) async throws {
        try await AppClock.fixed(at: began).sleep(for: seconds)
    }

    @Test("Real time wakes, by the ratio")
    func realTime() async throws {
        let real = MovableTime(began)
        let clock = AppClock(realTime: real)
        try clock.setRatio(4)
        let task = Task { try await clock.sleep(for: 100) }
        try await sleeps(1, by: real)
        #expect(real.askedFor == [25])
        // The system's time was set back meanwhile: what was to take 25 seconds takes 25 seconds.
        real.pass(-1_000)
        real.wakeOne()
        try await task.value
    }

    @Test("Sped up in the middle, the rest goes faster")
    func ratioInTheMiddle() async throws {
        let real = MovableTime(began)
        let clock = AppClock(realTime: real)
        let task = Task { try await clock.sleep(for: 100) }
        try await sleeps(1, by: real)
        real.pass(50)
        clock.setStartToNow()
        try clock.setRatio(10)
        try await sleeps(3, by: real)
        #expect(real.askedFor.last == 5)
        try clock.setShift(1_000)
        try await task.value
    }

    @Test("A long sleep looks at the clock in between")
    func long() async throws {
        let real = MovableTime(began)
        let clock = AppClock(realTime: real)
        let task = Task { try await clock.sleep(for: 1e5) }
        try await sleeps(1, by: real)
        #expect(real.askedFor == [3_600])
        real.pass(3_600)
        real.wakeOne()
        try await sleeps(2, by: real)
        real.pass(1e5 - 3_700)
        real.wakeOne()
        try await sleeps(3, by: real)
        #expect(real.askedFor.last == 100)
        real.wakeOne()
        try await task.value
    }

    @Test("A clock that stands still waits for somebody to move it")
    func standing() async throws {
        let real = MovableTime(began)
        let clock = AppClock(realTime: real)
        try clock.setRatio(0)
        let task = Task { try await clock.sleep(for: 1) }
        try await sleeper(of: clock)
        #expect(real.askedFor.isEmpty)
        clock.advance(by: 1)
        try await task.value
    }

    @Test("Cancelling ends a sleep, also one that has not begun", arguments: [true, false])
    func cancelling(early: Bool) async throws {
        let clock = AppClock.fixed(at: began)
        let task = Task {
            if early { withUnsafeCurrentTask { $0?.cancel() } }
            try await clock.sleep(for: 5)
        }
        if !early {
            try await sleeper(of: clock)
            task.cancel()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.state.withLock { $0.sleepers.isEmpty })
    }

    @Test("The system's time wakes by itself")
    func systemTime() async throws {
        let clock = AppClock()
        try clock.setRatio(1_000)
        try await clock.sleep(for: 1)
    }

    @Test("Many sleepers and moves at once lose nobody")
    func manyAtOnce() async throws {
        let clock = AppClock.fixed(at: began)
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { try await clock.sleep(until: began + Double(number % 50)) }
                group.addTask { clock.advance(by: 0.25) }
            }
            try await group.waitForAll()
        }
        #expect(clock.state.withLock { $0.sleepers.isEmpty })
    }
}

@Suite("Timers", .timeLimit(.minutes(10)))
@MainActor
struct ClockTimerTests {
    private let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 0))

    @Test("A timer counts from the call, even if the clock is moved before it gets to run")
    func counting() async {
        var timer: ClockTimer?
        await withCheckedContinuation { continuation in
            timer = clock.after(5) { continuation.resume() }
            clock.advance(by: 5)
        }
        timer?.cancel()
    }

    @Test("Cancelled, or gone, it does nothing", arguments: [true, false])
    func calledOff(cancelled: Bool) async {
        var isDone = false
        var timer: ClockTimer? = clock.after(5) { isDone = true }
        clock.advance(by: 5)
        if cancelled { timer?.cancel() } else { timer = nil }
        var last: ClockTimer?
        await withCheckedContinuation { continuation in
            last = clock.after(0) { continuation.resume() }
        }
        last?.cancel()
        #expect(!isDone)
        #expect((timer == nil) != cancelled)
    }
}
