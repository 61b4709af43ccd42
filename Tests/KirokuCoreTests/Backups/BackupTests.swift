import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Names of backups")
struct BackupTests {
    private let time: LocalTime

    init() throws {
        time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 5))
    }

    @Test("A backup is named for its time, and known by its name")
    func names() {
        let first = Backup(folder: "/b", time: time, number: 1)
        #expect(first.path == "/b/2015-05-20 20.24.05.kiroku")
        #expect(Backup(folder: "/b", name: "2015-05-20 20.24.05.kiroku") == first)
        let second = Backup(folder: "/b", time: time, number: 2)
        #expect(second.path == "/b/2015-05-20 20.24.05 2.kiroku")
        #expect(Backup(folder: "/b", name: "2015-05-20 20.24.05 2.kiroku") == second)
        #expect(first < second)
        let tenth = Backup(folder: "/b", time: time, number: 10)
        #expect(second < tenth)
        #expect(tenth < Backup(folder: "/b", time: LocalTime(time.date + 1), number: 1))
    }

    @Test(
        "Other files are no backups",
        arguments: [
            "", "notes.kiroku", "2015-05-20 20.24.05", "2015-05-20 20.24.5.kiroku", "2015-02-30 20.24.05.kiroku",
            "2015-05-20 20.24.05 1.kiroku", "2015-05-20 20.24.05 02.kiroku", "x2015-05-20 20.24.05.kiroku",
            "2015-05-20 20.24.05 99999999999999999999.kiroku", "2015-05-20 20.24.05 2 3.kiroku",
            "2015-05-20 20.24.05 copy.kiroku", ".2015-05-20 20.24.05.kiroku", "٢٠١٥-05-20 20.24.05.kiroku",
        ])
    func foreignNames(name: String) {
        #expect(Backup(folder: "/b", name: name) == nil)
    }
}

@Suite("Backup policy")
struct BackupPolicyTests {
    private let now = Date(timeIntervalSince1970: 1_432_154_424)

    @Test("A backup is due when the last one is as old as the interval")
    func due() throws {
        let policy = try BackupPolicy(interval: 3_600, count: 1)
        #expect(policy.nextBackup(after: nil, now: now) == nil)
        #expect(policy.nextBackup(after: now - 3_599, now: now) == now + 1)
        #expect(policy.nextBackup(after: now - 3_600, now: now) == nil)
        #expect(policy.nextBackup(after: now - 1e9, now: now) == nil)
        #expect(policy.nextBackup(after: now, now: now) == now + 3_600)
    }

    @Test("A last backup from the future does not count")
    func future() throws {
        #expect(try BackupPolicy(interval: 3_600, count: 1).nextBackup(after: now + 1, now: now) == nil)
    }

    @Test("With the interval 0 it is due after every change")
    func everyChange() throws {
        #expect(try BackupPolicy(interval: 0, count: 1).nextBackup(after: now, now: now) == nil)
    }

    @Test("Hourly, ten kept, unless somebody chose otherwise")
    func usual() throws {
        #expect(BackupPolicy.usual == (try BackupPolicy(interval: 3_600, count: 10)))
    }

    @Test("Numbers that make no sense are refused")
    func refused() {
        for interval in [-1, .nan, .infinity, 1e9] {
            #expect(throws: BackupPolicyError.intervalOutOfRange) { try BackupPolicy(interval: interval, count: 1) }
        }
        for count in [0, -1, 1_001] {
            #expect(throws: BackupPolicyError.countOutOfRange) { try BackupPolicy(interval: 1, count: count) }
        }
    }

    @Test("Errors are told in a sentence")
    func messages() {
        #expect(
            BackupPolicyError.intervalOutOfRange.message
                == "Choose a time of up to 366 days between backups.")
        #expect(
            BackupPolicyError.countOutOfRange.message
                == "Choose a number of backups from 1 to 1,000.")
    }
}
