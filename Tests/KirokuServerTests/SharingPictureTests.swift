import CoreTestSupport
import KirokuCore
import KirokuPictures
import Testing

@testable import KirokuServer

/// Pictures of a shared document are on the server, and come when they are needed.
@Suite("Pictures of a shared document")
@MainActor
struct SharingPictureTests {
    /// Copies of a document whose last field shows pictures.
    private func team(_ pictures: [String: [UInt8]], count: Int = 2) async throws -> Team {
        let fields = [
            try FieldDefinition(id: FieldID(rawValue: 1), name: "Place", type: .string),
            try FieldDefinition(id: FieldID(rawValue: 2), name: "Photo", type: .string, isMarkedAsPicture: true),
        ]
        var table = RecordTable(schema: try Schema(fields: fields, nextFieldID: FieldID(rawValue: 3)))
        for (number, name) in pictures.keys.sorted().enumerated() {
            try table.addRecord([.string("place \(number)"), .string(name)])
        }
        return try await Team(table, count: count, pictures: pictures)
    }

    /// Has the copy kept in step as in a window, so that pictures come.
    private func keeping(_ member: Member, _ folder: TemporaryFolder, _ work: () async throws -> Void) async throws {
        let desk = try await SyncEngine.open(member.path)
        let path = folder.path("leases")
        let task = Task { await desk.run(leaseFolder: path) { _ in } }
        member.document.fetchPicture = { name async throws(StorageError) in try await desk.fetch(picture: name) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        member.document.fetchPicture = nil
        task.cancel()
        await task.value
        await desk.close()
        try result.get()
    }

    private func bytes(_ count: Int, _ seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test("They come when they are asked for, and are kept; without the server, it is said where they are")
    func whenAsked() async throws {
        let team = try await team(["castle.jpg": [1, 2, 3], "gate.jpg": [4]])
        try await team.sync()
        let document = team[1].document
        #expect(
            try await document.pictures() == [
                StoredPicture(name: "castle.jpg", byteCount: 3, hash: pictureHash([1, 2, 3]), isHere: false),
                StoredPicture(name: "gate.jpg", byteCount: 1, hash: pictureHash([4]), isHere: false),
            ])
        await #expect(throws: StorageError.onServer(picture: "castle.jpg")) {
            try await document.picture(named: "castle.jpg", atMost: 9)
        }
        await #expect(throws: StorageError.onServer(picture: "castle.jpg", others: 1)) {
            try await document.fetchPictures()
        }
        try await keeping(team[1], team.folder) { () async throws in
            #expect(try await document.picture(named: "castle.jpg", atMost: 9) == [1, 2, 3])
            #expect(try await document.picture(named: "nothing.jpg", atMost: 9) == nil)
        }
        #expect(try await document.picture(named: "castle.jpg", atMost: 9) == [1, 2, 3])
        #expect(try await document.pictures().map(\.isHere) == [true, false])
        await team.close()
    }

    @Test("Many come together, large ones in parts, and edits are sent in between")
    func many() async throws {
        var pictures = ["large.jpg": bytes(3 << 20, 1), "exact.jpg": bytes(SharedPictures.mostBytes, 2)]
        for number in 0..<80 { pictures["\(number).jpg"] = bytes(1_000 * number, UInt64(number)) }
        let team = try await team(pictures)
        let document = team[1].document
        try await keeping(team[1], team.folder) { () async throws in
            async let all: Void = document.fetchPictures()
            try await team[1].set(.string("edited"), 0, 0)
            try await all
            while try team.column("Place")?.hasPrefix("edited") != true { await Task.yield() }
        }
        for (name, bytes) in pictures {
            #expect(try await document.picture(named: name, atMost: .max) == bytes, "\(name)")
        }
        await team.close()
    }

    @Test("Who stops waiting has an answer, and so has who asks while the server is away")
    func answers() async throws {
        let team = try await team(["castle.jpg": [1]])
        // Nothing keeps it in step, so nothing comes.
        let desk = team[1].desk
        let waiting = Task { () throws -> Void in try await desk.fetch(picture: "castle.jpg") }
        while await desk.asked.isEmpty { await Task.yield() }
        waiting.cancel()
        await #expect(throws: StorageError.cancelled) { try await waiting.value }
        #expect(await desk.asked.isEmpty)
        try await team[1].reroute(to: team.folder.path("nowhere"))
        try await keeping(team[1], team.folder) { () async throws in
            await #expect(throws: StorageError.onServer(picture: "castle.jpg")) {
                try await team[1].document.picture(named: "castle.jpg", atMost: 9)
            }
        }
        await team.close()
    }

    @Test("They come also where another program keeps the copy in step")
    func otherProgram() async throws {
        let team = try await team(["castle.jpg": [1, 2]])
        let lease = SharingLease.take(fileAt: team[1].path, in: team.folder.path("leases"))
        guard case .isOurs = lease else { return #expect(Bool(false), "\(lease)") }
        try await keeping(team[1], team.folder) { () async throws in
            #expect(try await team[1].document.picture(named: "castle.jpg", atMost: 9) == [1, 2])
        }
        withExtendedLifetime(lease) {}
        await team.close()
    }

    @Test("One that is removed here stays on the server; one that is added again is the server's")
    func removing() async throws {
        let team = try await team(["castle.jpg": [1, 2], "gate.jpg": [3]])
        let document = team[0].document
        try await document.removePictures(named: ["castle.jpg"])
        #expect(try await document.pictures().map(\.isHere) == [false, true])
        try await SharedDocuments.fetchPictures(of: team[0].path)
        #expect(try await document.picture(named: "castle.jpg", atMost: 9) == [1, 2])
        // The other one has neither, and puts one of them in from a file.
        let name = try await team[1].document.addPicture([3], hash: pictureHash([3]), name: "other.jpg")
        #expect(name == "gate.jpg")
        #expect(
            try await team[1].document.addPicture([9], hash: pictureHash([9]), name: "castle.jpg") == "castle 2.jpg")
        #expect(try await team[1].sync().waiting == 0)
        #expect(
            try team.database.value("SELECT string_agg(name, ',' ORDER BY name) FROM \(team.home).pictures")
                == "castle 2.jpg,castle.jpg,gate.jpg")
        // One that was never sent is not on the server.
        _ = try await team[1].document.addPicture([8], hash: "unsent", name: "unsent.jpg")
        try await team[1].document.removePictures(named: ["unsent.jpg"])
        #expect(try await !team[1].document.pictures().contains { $0.name == "unsent.jpg" })
        await team.close()
    }

    @Test("Those that a server has lost are sent again by who has them")
    func lost() async throws {
        let team = try await team(["castle.jpg": [1, 2]])
        try await team.sync()
        try team.database.execute("DELETE FROM \(team.home).pictures")
        for member in team.members {
            await member.desk.close()
            try await member.note { $0.timeline = "00000000" }
        }
        for member in team.members {
            let desk = try await SyncEngine.open(member.path)
            _ = try await desk.sync()
            await desk.close()
        }
        #expect(try team.database.value("SELECT string_agg(name, ',') FROM \(team.home).pictures") == "castle.jpg")
        try await SharedDocuments.fetchPictures(of: team[1].path)
        #expect(try await team[1].document.picture(named: "castle.jpg", atMost: 9) == [1, 2])
        await team.close()
    }

    // MARK: Other bytes

    @Test("Bytes that are not those that were added are not taken, and asked for again later only")
    func otherBytes() async throws {
        let (large, other) = (bytes(2 << 20, 1), bytes(2 << 20, 2))
        let team = try await team(["castle.jpg": [1, 2, 3], "gate.jpg": [4], "large.jpg": large])
        let document = team[1].document
        let put = { (bytes: [UInt8], name: String) in
            try team.database.execute(
                "UPDATE \(team.home).pictures SET bytes = '\(SharedPictures.hex(bytes))' WHERE name = '\(name)'")
        }
        try team.database.execute("ALTER TABLE \(team.home).pictures DROP CONSTRAINT pictures_check")
        try put([1, 2, 9], "castle.jpg")
        try put(other, "large.jpg")
        try await keeping(team[1], team.folder) { () async throws in
            for name in ["castle.jpg", "large.jpg"] {
                await #expect(throws: StorageError.wrongOnServer(picture: name)) {
                    try await document.picture(named: name, atMost: .max)
                }
            }
            // It is not asked again at once, whoever asks.
            try put([1, 2, 3], "castle.jpg")
            await #expect(throws: StorageError.wrongOnServer(picture: "castle.jpg", others: 1)) {
                try await document.fetchPictures()
            }
            #expect(try await document.picture(named: "gate.jpg", atMost: 9) == [4])
            #expect(try await document.pictures().map(\.isHere) == [false, true, false])
        }
        try await keeping(team[1], team.folder) { () async throws in
            #expect(try await document.picture(named: "castle.jpg", atMost: 9) == [1, 2, 3])
        }
        await #expect(throws: SyncError.storage(.wrongOnServer(picture: "large.jpg"))) {
            try await SharedDocuments.fetchPictures(of: team[1].path)
        }
        // What is here stays.
        try put([1, 2, 3, 4], "gate.jpg")
        try put(large, "large.jpg")
        try await SharedDocuments.fetchPictures(of: team[1].path)
        #expect(try await document.picture(named: "large.jpg", atMost: .max) == large)
        #expect(try await document.picture(named: "gate.jpg", atMost: 9) == [4])
        await team.close()
    }

    @Test("A server keeps no picture under the sum of other bytes; a wrong one in a file is not believed")
    func wrongSums() async throws {
        let team = try await team(["castle.jpg": [1]])
        #expect(throws: ServerError.self) {
            try team.database.execute(
                "INSERT INTO \(team.home).pictures (name, hash, bytes) VALUES ('x', '\(pictureHash([2]))', '\\x03')")
        }
        _ = try await team[0].document.addPicture([5], hash: "anything", name: "wall.jpg")
        #expect(try await team[0].sync().waiting == 0)
        #expect(
            try team.database.value("SELECT hash FROM \(team.home).pictures WHERE name = 'wall.jpg'")
                == pictureHash([5]))
        await team.close()
    }

    @Test("Sharing ends without a picture only if that is wanted")
    func ending() async throws {
        let team = try await team(["castle.jpg": [1, 2], "gate.jpg": [3]], count: 3)
        for member in team.members { await member.close() }
        let (one, other) = (team[1].path, team[2].path)
        #expect(try await SharedDocuments.end(one, isForced: false) == UnsharingLosses(waiting: 0, pictures: 2))
        try await SharedDocuments.fetchPictures(of: one, named: ["gate.jpg"])
        #expect(try await SharedDocuments.end(one, isForced: false) == UnsharingLosses(waiting: 0, pictures: 1))
        try await SharedDocuments.fetchPictures(of: one)
        #expect(try await SharedDocuments.end(one, isForced: false) == UnsharingLosses(waiting: 0, pictures: 0))
        #expect(try await SharedDocuments.end(other, isForced: true) == UnsharingLosses(waiting: 0, pictures: 2))
        let (whole, part) = (DocumentStores.at(one), DocumentStores.at(other))
        #expect(try await whole.load().table == part.load().table)
        #expect(try await whole.pictures().map(\.isHere) == [true, true])
        #expect(try await part.pictures().isEmpty)
        await whole.close()
        await part.close()
    }

    @Test("Both get their own name if two add other pictures under one")
    func sameName() async throws {
        let team = try await team(["castle.jpg": [7], "gate.jpg": [8]])
        for (number, member) in team.members.enumerated() {
            let name = try await member.document.addPicture(
                [UInt8(number)], hash: pictureHash([UInt8(number)]), name: "wall.jpg")
            try await member.set(.string(name), number, 1)
        }
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(team[0].texts.map { $0[1] } == ["wall.jpg", "wall 2.jpg"])
        for member in team.members {
            try await SharedDocuments.fetchPictures(of: member.path)
            #expect(try await member.document.picture(named: "wall.jpg", atMost: 9) == [0])
            #expect(try await member.document.picture(named: "wall 2.jpg", atMost: 9) == [1])
        }
        await team.close()
    }
}
