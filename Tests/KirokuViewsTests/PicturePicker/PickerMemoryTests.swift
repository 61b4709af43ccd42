import KirokuPictures
import KirokuPresentation
import Testing

@testable import KirokuViews

@Suite("What a picker remembers")
struct PickerMemoryTests {
    @Test(
        "It comes back from its text",
        arguments: [
            PickerMemory(),
            PickerMemory(album: .init(text: "file:///a"), picture: .init(text: "file:///a/b.png"), order: .date),
            PickerMemory(album: .init(text: "recent:"), order: .size),
            PickerMemory(widths: PickerWidths(albums: 120, items: 640), itemSize: .large),
        ])
    func roundTrip(memory: PickerMemory) {
        #expect(PickerMemory(text: memory.text) == memory)
    }

    @Test("Any other text is no memory", arguments: ["", "name", "colour\na\nb\n", "\n\n\n"])
    func others(text: String) {
        #expect(PickerMemory(text: text) == PickerMemory())
    }

    @Test("The three lines of earlier versions are read, and numbers that mean nothing are the usual ones")
    func earlier() {
        #expect(PickerMemory(text: "date\na\n\n") == PickerMemory(album: .init(text: "a"), order: .date))
        #expect(PickerMemory(text: "name\n\n\n- - 99\n") == PickerMemory())
        #expect(PickerMemory(text: "name\n\n\n1 2\n") == PickerMemory())
    }

    @Test("A name with a line break is not kept")
    func lineBreak() {
        let memory = PickerMemory(album: .init(text: "a\nb"), order: .size)
        #expect(PickerMemory(text: memory.text) == PickerMemory(order: .size))
    }
}
