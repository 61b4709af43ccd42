import Geometry
import Testing

@Suite("Rectangles")
struct RectangleTests {
    private let rectangle = Rectangle(x: 10, y: 20, width: 30, height: 40)

    @Test(
        "Points on the left and upper edges are inside, those on the others are not",
        arguments: [
            (10, 20, true), (39.5, 59.5, true), (9.5, 20, false), (10, 19.5, false), (40, 20, false), (10, 60, false),
        ] as [(Double, Double, Bool)])
    func edges(x: Double, y: Double, isInside: Bool) {
        #expect(rectangle.contains(x: x, y: y) == isInside)
        #expect(rectangle.maxX == 40 && rectangle.maxY == 60)
    }

    @Test("Mirrored twice, it is where it was")
    func mirrored() {
        let mirrored = rectangle.mirrored(in: 100)
        #expect(mirrored == Rectangle(x: 60, y: 20, width: 30, height: 40))
        #expect(mirrored.mirrored(in: 100) == rectangle)
    }

    @Test("Cells are the same if row and column are")
    func cells() {
        #expect(CellIndex(row: 1, column: 2) == CellIndex(row: 1, column: 2))
        #expect(CellIndex(row: 1, column: 2) != CellIndex(row: 2, column: 1))
    }
}
