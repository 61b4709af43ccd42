import Testing

@testable import Kiroku

@Suite("What has room in a header bar")
struct HeaderRoomTests {
    private static let room = HeaderRoom(fixed: 300, title: 100, tools: 150, switcher: 200)

    @Test(
        "The switcher goes first, then the buttons",
        arguments: [
            (2_000, .wide), (750, .wide), (749, .switcherBelow), (550, .switcherBelow), (549, .inOneBar),
            (386, .inOneBar), (385, .inTwoBars), (236, .inTwoBars), (235, .withoutSwitcher),
        ] as [(Int, HeaderRoom.Arrangement)])
    func arrangement(width: Int, expected: HeaderRoom.Arrangement) {
        #expect(Self.room.arrangement(in: width) == expected)
    }

    @Test("A screen without buttons leaves room for the switcher")
    func noTools() {
        var room = Self.room
        room.tools = 0
        #expect(room.arrangement(in: 600) == .wide)
        #expect(room.arrangement(in: 599) == .switcherBelow)
    }
}
