import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuPictures

@Suite("The order of pictures")
struct PictureOrderTests {
    private let items = [
        item("b10.jpg", day: 2, bytes: 10), item("B2.jpg", day: 3, bytes: 30), item("a.jpg", day: nil, bytes: nil),
        item("c.jpg", day: 3, bytes: 20), item("taken.jpg", day: 1, bytes: 20, taken: 9),
    ]

    private static func item(_ name: String, day: Int?, bytes: Int?, taken: Int? = nil) -> PictureItem {
        PictureItem(
            reference: PictureReference(text: name), name: name,
            changed: day.map { Date(timeIntervalSince1970: Double($0) * 86_400) }, byteCount: bytes,
            taken: taken.map { LocalTime(Date(timeIntervalSince1970: Double($0) * 86_400)) })
    }

    @Test(
        "As was asked for; those that are equal, or not known, by their names",
        arguments: [
            (.name, ["a.jpg", "B2.jpg", "b10.jpg", "c.jpg", "taken.jpg"]),
            (.date, ["taken.jpg", "B2.jpg", "c.jpg", "b10.jpg", "a.jpg"]),
            (.size, ["B2.jpg", "c.jpg", "taken.jpg", "b10.jpg", "a.jpg"]),
        ] as [(PictureOrder, [String])])
    func orders(order: PictureOrder, names: [String]) async {
        #expect(await order.sorted(items, containing: "").map(\.name) == names)
    }

    @Test("Only those whose names have a text in them, in letters of either case")
    func filter() async {
        #expect(await PictureOrder.name.sorted(items, containing: "B").map(\.name) == ["B2.jpg", "b10.jpg"])
        #expect(await PictureOrder.size.sorted(items, containing: "x").isEmpty)
    }
}
