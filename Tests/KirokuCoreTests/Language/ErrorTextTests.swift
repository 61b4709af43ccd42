import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Errors in words")
struct ErrorTextTests {
    @Test(
        "Storage",
        arguments: [
            (.diskFull(path: "/a/b.kiroku"), "“b.kiroku” cannot be saved: the disk is full. Free some space."),
            (.notFound(path: "/a/b.tsv"), "“b.tsv” does not exist."),
            (.unreadable(path: "/b", reason: "Permission denied"), "“b” cannot be read: Permission denied."),
            (.busy(path: "/b"), "“b” is in use by another program. Close it there and try again."),
            (.malformed(path: "/b", reason: "It is not text."), "“b” cannot be read. It is not text."),
        ] as [(StorageError, String)])
    func storage(error: StorageError, message: String) {
        #expect(error.message == message)
    }

    @Test("Records and fields are counted from 1 for people")
    func counting() {
        #expect(
            TableError.wrongCellCount(record: 1_233, expected: 4, found: 3).message
                == "Record 1,234 has 3 values; the table has 4 fields.")
        #expect(TableError.recordOutOfRange(index: 5, count: 5).message == "There is no record 6; the table has 5.")
        #expect(EditError.refused(.noFields).message == TableError.noFields.message)
    }

    @Test("Notices tell one from many")
    func notices() {
        let place = TextPosition(line: 1_200, column: 3)
        #expect(
            TextNotice(kind: .missingCells, count: 1, first: place).message
                == "1 record has too few cells; the missing ones are empty (line 1,200, column 3).")
        #expect(
            TextNotice(kind: .emptyLine, count: 2_000, first: place).message
                == "Skipped 2,000 empty lines (from line 1,200).")
    }

    @Test("No message has a place left that was not filled in")
    func filled() {
        let place = TextPosition(line: 1, column: 1)
        let kinds: [TextNotice.Kind] = [
            .missingCells, .extraCells, .strayQuote, .nulCharacter, .emptyLine, .mendedName,
        ]
        var messages = kinds.flatMap { kind in
            [1, 2].map { TextNotice(kind: kind, count: $0, first: place).message }
        }
        let storage: [StorageError] = [
            .unsupported, .notFound(path: "f"), .unreadable(path: "f", reason: "r"),
            .unwritable(path: "f", reason: "r"), .unwritableText(path: "f", reason: "r."), .diskFull(path: "f"),
            .readOnly(path: "f"), .busy(path: "f"),
            .notADocument(path: "f"), .earlierVersion(path: "f"), .newerVersion(path: "f"),
            .damaged(path: "f", reason: "r"),
            .malformed(path: "f", reason: "r."), .alreadyExists(path: "f"), .notAFile(path: "f"),
            .tooLarge(path: "f"), .cancelled,
        ]
        let tables: [TableError] = [
            .noFields, .countsDiffer(names: 1, types: 2), .emptyFieldName, .repeatedFieldName("a"),
            .tooManyFields(limit: 3), .noFieldIDs, .unknownField("a"),
            .typeDiffers(field: "a", type: .int, asked: .bool),
            .unfittingValue(field: "a", type: .float), .recordOutOfRange(index: 1, count: 1),
            .fieldOutOfRange(index: 1, count: 1), .fieldsDiffer, .wrongCellCount(record: 1, expected: 1, found: 2),
        ]
        let texts: [TextError] = [
            .notText(in: .utf8, from: place), .notWritable(in: .shiftJIS, at: place),
            .tooLarge, .tooManyFields(found: 2, limit: 1), .tooManyListedFields(found: 2, limit: 1), .cancelled,
        ]
        messages += storage.map(\.message) + tables.map(\.message) + texts.map(\.message)
        messages += [TableLoadError.notARecord(record: 1), .unfittingCell(record: 1, field: "a")].map(\.message)
        #expect(messages.allSatisfy { !$0.isEmpty && !$0.contains("{") && $0.hasSuffix(".") })
    }
}
