import KirokuCore
import TestSupport
import XCTest

@testable import Kiroku

final class TableTextTests: GtkTestCase {
    func testTheBytesAreWaitedFor() throws {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<20_000 { try table.addRecord([.int(number), .string("a\tb")]) }
        let text = TableText(of: table)
        let bytes = text.bytes
        XCTAssertTrue(bytes.starts(with: Array("N\tS\n0\t\"a\tb\"\n".utf8)))
        XCTAssertEqual(bytes.count { $0 == UInt8(ascii: "\n") }, 20_001)
        // Another program may ask for another target.
        XCTAssertTrue(text.bytes == bytes)
    }

    func testTheTextIsOfTheTableAsItWas() throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        try table.addRecord([.int(1)])
        let text = TableText(of: table)
        try table.set(.int(2), at: 0, field: 0)
        XCTAssertEqual(String(decoding: text.bytes, as: UTF8.self), "N\n1\n")
    }

    func testItIsToldWhenTheTextIsMade() throws {
        try onMain {
            let text = TableText(of: try RecordTable(fieldNames: ["N"], fieldTypes: [.int]))
            var count = 0
            text.whenDone { count += 1 }
            XCTAssertTrue(work(until: { count > 0 }))
            workOff()
            XCTAssertEqual(count, 1)
            XCTAssertEqual(String(decoding: text.bytes, as: UTF8.self), "N\n")
        }
    }

    func testBytesThatComeLaterAreWaitedFor() {
        let ready = ReadyBytes()
        let thread = Thread { ready.set([1, 2, 3]) }
        thread.start()
        XCTAssertEqual(ready.wait(), [1, 2, 3])
        XCTAssertEqual(ready.wait(), [1, 2, 3])
    }
}
