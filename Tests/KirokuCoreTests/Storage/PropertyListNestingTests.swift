import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Nested property lists")
struct PropertyListNestingTests {
    private static let depth = 5_000
    private static let tooDeep = FileFormatError(reason: "Its values are nested too deeply.")
    private static let malformed = FileFormatError(reason: "It is not a property list.")

    private static func xml(_ body: String) -> [UInt8] {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist>\n"
        return Array("\(head)<plist version=\"1.0\">\(body)</plist>\n".utf8)
    }

    private static func arrays(_ depth: Int) -> String {
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }

    /// Arrays, each with the one before in it `count` times; the last is the top.
    private static func binary(_ depth: Int, members count: Int = 1) -> [UInt8] {
        var objects: [[UInt8]] = [[]]
        for object in 0..<depth - 1 {
            let reference = [UInt8(object >> 8), UInt8(object & 255)]
            objects.append(Array([[UInt8]](repeating: reference, count: count).joined()))
        }
        return binary(objects)
    }

    /// A binary property list of arrays with these references, of two bytes each, in them.
    private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for references in objects {
            offsets += [UInt8(bytes.count >> 16), UInt8(bytes.count >> 8 & 255), UInt8(bytes.count & 255)]
            bytes.append(0xa0 + UInt8(references.count / 2))
            bytes += references
        }
        let table = bytes.count
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 3, 2]
        for number in [objects.count, objects.count - 1, table] {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return bytes
    }

    private static let deep: [[UInt8]] = {
        let openings = [
            "<array>", "<dict><key>a</key>", "<array><!-- </array> -->", "<array><?x </array> ?>",
            "<array><string><![CDATA[</array>]]></string>",
        ]
        var deep = openings.map { xml(String(repeating: $0, count: depth)) }
        deep += [20_000, PropertyLists.nestingLimit + 2].map { xml(arrays($0)) }
        deep.append(Array(arrays(depth).utf8))
        deep.append([0xef, 0xbb, 0xbf] + Array(arrays(depth).utf8))
        deep += [binary(depth), binary(PropertyLists.nestingLimit + 2)]
        // One that contains itself, and one of 10⁵⁹ values.
        deep += [binary([[0, 0]]), binary(60, members: 10)]
        return deep
    }()

    @Test("What is nested too deeply is refused, however it is written", arguments: deep.indices)
    func tooDeep(index: Int) {
        #expect(throws: Self.tooDeep) { _ = try PropertyLists.decode(Self.deep[index]) }
    }

    private static let broken: [[UInt8]] = {
        let wide = arrays(depth).utf16.reduce(into: [0xff, 0xfe] as [UInt8]) {
            $0 += [UInt8($1 & 255), UInt8($1 >> 8)]
        }
        // For the parser, too, the quoted end tag ends the tag that it is in, and text follows.
        let quoted = xml(String(repeating: "<array x=\"></array>\">", count: depth))
        return [wide, quoted, Array("bplist00".utf8), Array(binary(3).dropLast()), Array("<".utf8), []]
    }()

    @Test("What is damaged, or in UTF-16, is refused", arguments: broken.indices)
    func damaged(index: Int) {
        #expect(throws: Self.malformed) { _ = try PropertyLists.decode(Self.broken[index]) }
    }

    @Test("What is nested as deeply as allowed is read", arguments: [false, true])
    func allowed(isBinary: Bool) throws {
        let limit = PropertyLists.nestingLimit
        var value = try PropertyLists.decode(isBinary ? Self.binary(limit) : Self.xml(Self.arrays(limit)))
        var depth = 0
        while case .array(let members) = value {
            depth += 1
            guard let first = members.first else { break }
            value = first
        }
        #expect(depth == limit)
    }

    @Test("Many values beside each other are not deep")
    func wide() throws {
        let many = String(repeating: "<array><string>a</string><true/><!-- <array> --></array>", count: 1_000)
        guard case .array(let records) = try PropertyLists.decode(Self.xml("<array>\(many)</array>")) else {
            Issue.record("no array")
            return
        }
        #expect(records.count == 1_000)
    }

    @Test("A binary property list shares what is equal")
    func shared() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let values = (0..<1_000).map { ["same": 1, "other": $0] }
        let expected = values.map { PropertyValue.dictionary($0.mapValues { .int($0) }) }
        #expect(try PropertyLists.decode(Array(encoder.encode(values))) == .array(expected))
    }

    @Test("Preferences that are nested too deeply are kept aside as damaged")
    @MainActor
    func preferences() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("preferences.plist")
        let contents = Data(Self.xml(Self.arrays(20_000)))
        try write(contents, to: path)
        let preferences = Preferences(
            [PreferenceKey("count", default: 10)], version: 1, link: DictionaryFileLink(path: path))
        #expect(preferences.takeNotice()?.reason == .damaged)
        #expect(try bytes(of: path + ".bak") == contents)
    }

    @Test("JSON that is nested too deeply is refused by its decoder")
    func json() {
        let text =
            String(repeating: "{\"all\":{\"_0\":[", count: Self.depth) + String(repeating: "]}}", count: Self.depth)
        #expect(throws: DecodingError.self) {
            _ = try JSONDecoder().decode(Condition.self, from: Data(text.utf8))
        }
    }
}
