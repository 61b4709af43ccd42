import Testing

@testable import Kiroku

@Suite("What has room in a header bar")
struct HeaderRoomTests {
    private static let room = HeaderRoom(start: 100, end: 160, title: 100, tools: 150, switcher: 200)

    @Test(
        "The switcher goes first, then the buttons; the title stays in the middle",
        arguments: [
            (2_000, .wide), (820, .wide), (819, .switcherBelow), (600, .switcherBelow), (599, .inOneBar),
            (386, .inOneBar), (385, .inTwoBars), (236, .inTwoBars), (235, .withoutSwitcher),
        ] as [(Int, HeaderRoom.Arrangement)])
    func arrangement(width: Int, expected: HeaderRoom.Arrangement) {
        #expect(Self.room.arrangement(in: width) == expected)
    }

    @Test("The wider side counts twice, because as much is free on the other one")
    func widerSide() {
        #expect(Self.room.needed(for: .switcherBelow) == 100 + 2 * 250)
        #expect(Self.room.needed(for: .inOneBar) == 100 + 2 * 160)
    }

    @Test("A screen without buttons leaves room for the switcher")
    func noTools() {
        var room = Self.room
        room.tools = 0
        #expect(room.arrangement(in: 820) == .wide)
        room.end = 40
        #expect(room.arrangement(in: 580) == .wide)
        #expect(room.arrangement(in: 579) == .switcherBelow)
    }
}
