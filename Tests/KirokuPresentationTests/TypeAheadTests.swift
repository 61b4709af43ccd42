import Testing

@testable import KirokuPresentation

@Suite("Finding a name by typing")
struct TypeAheadTests {
    private let names = ["Apple", "apricot", "Banana", "aardvark", "Äpfel", "写真"]

    @Test(
        "From where the choice is",
        arguments: [
            ("b", nil, 2), ("a", nil, 0), ("a", 0, 1), ("a", 1, 3), ("a", 3, 0),
            ("ap", 0, 0), ("apr", 0, 1), ("AP", 2, 0), ("aa", 0, 3), ("bb", 2, 2), ("ä", 0, 4), ("写", 0, 5),
            ("apple", 5, 0), ("zz", 0, nil), ("az", 0, nil), ("", 0, nil),
            ("a", 99, 0), ("a", -5, 1),
        ] as [(String, Int?, Int?)])
    func match(typed: String, current: Int?, expected: Int?) {
        #expect(TypeAhead.match(typed, in: names, from: current) == expected)
    }

    @Test("The same character again goes on, as nothing begins with it twice")
    func repeated() {
        #expect(TypeAhead.match("ppp", in: ["p1", "p2", "p3"], from: 1) == 2)
    }

    @Test("In an empty list there is nothing")
    func empty() {
        #expect(TypeAhead.match("a", in: [String](), from: nil) == nil)
        #expect(TypeAhead.match("a", in: ["a"], from: 0) == 0)
    }
}
