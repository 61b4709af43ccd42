import KirokuCore
import KirokuViews
import Testing

@testable import Kiroku

@Suite("How windows were left")
struct WindowMemoryTests {
    private let place = WindowPlace(
        width: 800, height: 600, isMaximized: true,
        table: GridPosition(
            record: RecordID(rawValue: 2_048), field: FieldID(rawValue: 3), rowsAbove: 12.5, left: 40,
            top: RecordID(rawValue: 1_024)))

    @Test("What is stored comes back")
    func roundTrip() {
        var memory = WindowMemory()
        memory.openDocuments = ["/a.kiroku", "/b.kiroku"]
        memory.keep(place, of: "/a.kiroku")
        memory.keep(WindowPlace(width: 1, height: 32_767, isMaximized: false), of: "/b.kiroku")
        #expect(WindowMemory(stored: memory.stored) == memory)
        memory.sample = "/a.kiroku"
        #expect(WindowMemory(stored: memory.stored) == memory)
        #expect(WindowMemory(stored: WindowMemory().stored) == WindowMemory())
    }

    @Test("A new document has the size of the last window, and no place in its table")
    func usualPlace() {
        var memory = WindowMemory()
        #expect(memory.usualPlace == nil)
        memory.keep(place, of: "/a.kiroku")
        #expect(memory.usualPlace == WindowPlace(width: 800, height: 600, isMaximized: true))
    }

    @Test("The oldest is forgotten when there are too many")
    func limit() {
        var memory = WindowMemory()
        for number in 0...WindowMemory.limit { memory.keep(place, of: "/\(number).kiroku") }
        #expect(memory.places.count == WindowMemory.limit)
        #expect(memory.place(of: "/0.kiroku") == nil)
        memory.keep(place, of: "/1.kiroku")
        memory.keep(place, of: "/new.kiroku")
        #expect(memory.place(of: "/1.kiroku") == place)
        #expect(memory.place(of: "/2.kiroku") == nil)
    }

    @Test(
        "What makes no sense is left out",
        arguments: [
            ["width": .int(0), "height": .int(600)], ["width": .int(800)],
            ["width": .string("800"), "height": .int(600)], ["width": .int(.max), "height": .int(600)],
        ] as [[String: PropertyValue]])
    func nonsense(values: [String: PropertyValue]) {
        #expect(WindowPlace(stored: values) == nil)
        let entry = PropertyValue.dictionary(values.merging(["document": .string("/a")]) { $1 })
        let stored: [String: PropertyValue] = ["open": .array([.int(1), .string("/a")]), "places": .array([entry])]
        let memory = WindowMemory(stored: stored)
        #expect(memory.openDocuments == ["/a"])
        #expect(memory.places.isEmpty)
        #expect(WindowMemory(stored: ["open": .bool(true), "places": .int(3), "sample": .int(1)]) == WindowMemory())
    }

    @Test("A place in the table that makes no sense leaves the size")
    func nonsenseInTable() {
        let values: [String: PropertyValue] = [
            "width": .int(800), "height": .int(600), "rows above": .real(-1), "left": .real(0),
        ]
        #expect(WindowPlace(stored: values) == WindowPlace(width: 800, height: 600, isMaximized: false))
    }

    @Test("The keeper begins with what is there, and writes the newest")
    @MainActor
    func keeper() async throws {
        let link = MemoryLink<[String: PropertyValue]>()
        let keeper = WindowMemoryKeeper(link: link)
        #expect(keeper.memory == WindowMemory())
        await keeper.write()
        #expect(throws: StorageError.self) { try link.load() }
        keeper.memory.keep(place, of: "/a.kiroku")
        async let first: Void = keeper.write()
        keeper.memory.openDocuments = ["/a.kiroku"]
        async let second: Void = keeper.write()
        _ = await (first, second)
        #expect(WindowMemoryKeeper(link: link).memory == keeper.memory)
    }
}
