import CoreTestSupport
import KirokuCore
import Testing

@Suite("Pictures in cells")
@MainActor
struct DocumentPictureTests {
    private let name: FieldID
    private let document: Document

    init() throws {
        var table = try RecordTable(fieldNames: ["Sight", "Picture"], fieldTypes: [.string, .string])
        for sight in ["Kyoto", "Nara", "Uji"] { try table.addRecord([.string(sight), .empty]) }
        name = table.schema[1].id
        document = Document(title: "sights", inMemory: DocumentContents(table: table))
    }

    private var pictures: [CellValue] { (0..<document.table.count).map { document.table[$0, 1] } }

    @Test("The field is marked and the cells are filled, as one step")
    func choosing() throws {
        try document.choosePictures(["a.jpg", nil, "b.jpg"], for: [0, 1, 2], field: name)
        #expect(pictures == [.string("a.jpg"), .empty, .string("b.jpg")])
        #expect(document.table.schema[1].isPicture)
        #expect(document.undoTitle == .choosePictures(2))
        try document.undo()
        #expect(pictures == [.empty, .empty, .empty])
        #expect(!document.table.schema[1].isPicture)
        try document.redo()
        #expect(pictures == [.string("a.jpg"), .empty, .string("b.jpg")])
    }

    @Test("Where there are more pictures than records, records are added, and undo takes them away")
    func adding() throws {
        try document.choosePictures(["a.jpg", "b.jpg", "c.jpg"], for: [2], field: name)
        #expect(pictures == [.empty, .empty, .string("a.jpg"), .string("b.jpg"), .string("c.jpg")])
        try document.undo()
        #expect(document.table.count == 3)
        #expect(document.undoTitle == nil)
    }

    @Test("A new field for pictures comes after another one, leaves its texts, and goes with one undo")
    func newField() throws {
        let before = document.table
        let sight = document.table.schema[0].id
        let field = try document.choosePictures(["a.jpg", nil, "b.jpg"], for: [1], inNewField: "Picture", after: sight)
        #expect(document.table.fieldNames == ["Sight", "Picture 2", "Picture"])
        #expect(document.table.schema[1].id == field && document.table.schema[1].isPicture)
        #expect(!document.table.schema[0].isPicture)
        #expect(pictures == [.empty, .string("a.jpg"), .empty, .empty, .string("b.jpg")])
        #expect(document.table[1, 0] == .string("Nara"))
        #expect(document.undoTitle == .choosePictures(2))
        try document.undo()
        #expect(document.table == before && document.undoTitle == nil)
        try document.redo()
        #expect(pictures == [.empty, .string("a.jpg"), .empty, .empty, .string("b.jpg")])
    }

    @Test("Without a neighbor a new field is the last; without pictures there is none")
    func newFieldAtTheEnd() throws {
        #expect(try document.choosePictures([nil], for: [0], inNewField: "Photo") == nil)
        #expect(document.undoTitle == nil)
        #expect(throws: EditError.refused(.recordOutOfRange(index: 3, count: 3))) {
            try document.choosePictures(["a.jpg"], for: [3], inNewField: "Photo")
        }
        try document.choosePictures(["a.jpg"], for: [0], inNewField: "Photo", after: FieldID(rawValue: 99))
        #expect(document.table.fieldNames == ["Sight", "Picture", "Photo"])
    }

    @Test("A field of another type gets no pictures, and nothing changes")
    func otherType() throws {
        let number = try document.addField("Year", type: .int)
        let before = document.undoTitle
        #expect(throws: EditError.refused(.typeDiffers(field: "Year", type: .int, asked: .string))) {
            try document.choosePictures(["a.jpg"], for: [0], field: number)
        }
        #expect(document.undoTitle == before)
        try document.choosePictures([nil], for: [0], field: name)
        #expect(document.undoTitle == before)
    }

    @Test("Removing empties cells of pictures only, and undo brings them back")
    func removing() throws {
        try document.choosePictures(["a.jpg", "b.jpg"], for: [0, 1], field: name)
        let everything = (0..<3).flatMap { record in (0..<2).map { CellPosition(record: record, field: $0) } }
        #expect(try document.removePictures(from: everything) == 2)
        #expect(pictures == [.empty, .empty, .empty])
        #expect(document.table[0, 0] == .string("Kyoto"))
        #expect(document.undoTitle == .removePictures(2))
        #expect(try document.removePictures(from: everything) == 0)
        try document.undo()
        #expect(pictures == [.string("a.jpg"), .string("b.jpg"), .empty])
    }
}
