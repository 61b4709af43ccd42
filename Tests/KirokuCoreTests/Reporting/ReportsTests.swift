import FoundationEssentials
import Synchronization
import Testing

@testable import KirokuBase
@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Reports", .serialized)
struct ReportsTests {
    private let time: LocalTime

    init() throws {
        time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
    }

    @Test("A report is one line with date, time, code and message")
    func line() {
        let report = Report(time: time, code: "GBV_SA", message: "appearance number out of range")
        #expect(report.line == "2015/05/20 20:24:50 ERROR:GBV_SA:appearance number out of range")
    }

    @Test("Line breaks in it do not make it two")
    func control() {
        let report = Report(time: time, code: "A\nB", message: "cannot read /tmp/a\r\n\u{1b}\tb\u{2028}東京")
        #expect(report.line == "2015/05/20 20:24:50 ERROR:A B:cannot read /tmp/a   b 東京")
    }

    @Test("One call sends a report to whoever takes them, with the clock's time")
    func sink() {
        let clock = AppClock.fixed(at: time.date)
        let list = ReportList()
        Reports.setClock(clock)
        Reports.send(to: { report in list.reports.withLock { $0.append(report) } })
        defer {
            Reports.setClock(.shared)
            Reports.send(to: Reports.writeToStandardError)
        }
        Reports.error("KRK_TEST", "first")
        clock.advance(by: 3_600)
        Reports.error("KRK_TEST", "second")
        // Other tests may report something meanwhile.
        let lines = list.reports.withLock { $0 }.filter { $0.code == "KRK_TEST" }.map(\.line)
        #expect(lines == ["2015/05/20 20:24:50 ERROR:KRK_TEST:first", "2015/05/20 21:24:50 ERROR:KRK_TEST:second"])
    }
}

/// What developers are told is in technical English, and refused calls are among it.
@Suite("Texts of reports")
struct ReportTextTests {
    private let sentence = "表ではありません。"

    @Test("An error is reported without its sentences for the user")
    func withoutSentences() {
        let errors: [any Error] = [
            StorageError.unreadable(path: "/a", reason: sentence),
            StorageError.unwritable(path: "/a", reason: sentence),
            StorageError.unwritableText(path: "/a", reason: sentence),
            StorageError.damaged(path: "/a", reason: sentence),
            StorageError.malformed(path: "/a", reason: sentence), FileFormatError(reason: sentence),
            TableLoadError.storage(.malformed(path: "/a", reason: sentence)), SystemError(code: 13),
        ]
        for error in errors {
            let text = ("before \(error) behind" as ReportText).text
            #expect(text.hasPrefix("before ") && text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
        }
        #expect(("\(StorageError.notFound(path: "/a"))" as ReportText).text == "notFound(at: /a)")
        #expect(("\(data: sentence), \(7), \(0.5)" as ReportText).text == "\(sentence), 7, 0.5")
    }

    @Test("Of each code, so many refusals are counted in a minute")
    func refusals() {
        var count = RefusalCount()
        #expect((1...3).map { _ in count.next(of: "A", minute: 7) } == [1, 2, 3])
        #expect(count.next(of: "B", minute: 7) == 1)
        #expect(count.next(of: "A", minute: 8) == 1)
        #expect(count.next(of: "A", minute: 8) == 2)
    }
}

/// Reports that were sent.
private final class ReportList: Sendable {
    let reports = Mutex<[Report]>([])
}
