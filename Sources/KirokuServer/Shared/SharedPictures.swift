import KirokuCore
import KirokuPictures

/// Pictures as a server has them.
enum SharedPictures {
    /// What a list of names, hashes and lengths says.
    static func list(_ rows: [ServerRow]) -> [WantedPicture] {
        rows.compactMap { row in
            guard let name = row[0], let hash = row[1], let size = row.number(2) else { return nil }
            return WantedPicture(name: name, hash: hash, size: size)
        }
    }

    /// Those that a document has.
    static func all(_ line: ServerLine, _ home: String) throws(ServerError) -> [WantedPicture] {
        var (pictures, last): ([WantedPicture], String?) = ([], "")
        while let name = last {
            let rows = try line.rows(listed(home), [name, String(listLimit(line.limits))])
            pictures += list(rows)
            last = rows.count < listLimit(line.limits) ? nil : rows.last?[0]
        }
        return pictures
    }

    /// The statement for a part of all pictures; its parameters are the last name before it, and how many.
    private static func listed(_ home: String, where condition: String = "true") -> String {
        """
        SELECT name, hash, pg_catalog.length(bytes) FROM \(home).pictures WHERE name > $1 AND (\(condition))
        ORDER BY name LIMIT $2::bigint
        """
    }

    /// How many come at a time, far fewer than an answer may have.
    private static func listLimit(_ limits: ServerLimits) -> Int { max(limits.rows / 10, 1) }

    /// At most so many pictures come at a time, and so many bytes, so that edits need not wait for them.
    static let (mostPictures, mostBytes) = (32, 1 << 19)
    /// Larger ones are left where they are.
    private static let longest = 1 << 30

    /// As many as come at a time, at least one.
    static func batch(of pictures: some Sequence<WantedPicture>) -> [WantedPicture] {
        var (batch, size): ([WantedPicture], Int) = ([], 0)
        for picture in pictures {
            size += picture.size
            guard batch.isEmpty || size <= mostBytes, batch.count < mostPictures else { break }
            batch.append(picture)
        }
        return batch
    }

    /// Fetches a batch, or the next part of a large picture.
    ///
    /// - Parameters:
    ///   - pictures: a ``batch(of:)``.
    ///   - begun: what has come of the only one so far.
    static func fetch(
        _ pictures: [WantedPicture], after begun: BegunPicture?, _ home: String, _ connection: SharedConnection
    ) async throws(ServerError) -> FetchedPictures {
        if pictures.count == 1, pictures[0].size > mostBytes {
            return try await fetchPart(of: begun ?? BegunPicture(picture: pictures[0]), home, connection)
        }
        // More bytes than were announced are not those that were added, and need not come.
        let rows = try await connection.ask(
            """
            SELECT hash, CASE WHEN pg_catalog.length(bytes) <= $2::integer THEN bytes END FROM \(home).pictures
            WHERE hash = ANY ($1::text[])
            """, [SQLText.array(pictures.map(\.hash)), String(pictures.lazy.map(\.size).max() ?? 0)])
        var found: [String: [UInt8]] = [:]
        for row in rows { if let hash = row[0] { found[hash] = row[1].flatMap(bytes) ?? [] } }
        var fetched = FetchedPictures()
        for picture in pictures { fetched.add(picture, found[picture.hash]) }
        return fetched
    }

    private static func fetchPart(
        of begun: BegunPicture, _ home: String, _ connection: SharedConnection
    ) async throws(ServerError) -> FetchedPictures {
        var fetched = FetchedPictures()
        guard begun.picture.size <= longest else {
            fetched.add(begun.picture, nil)
            return fetched
        }
        let rows = try await connection.ask(
            "SELECT pg_catalog.substring(bytes, $2::integer, $3::integer) FROM \(home).pictures WHERE hash = $1",
            [begun.picture.hash, String(begun.bytes.count + 1), String(mostBytes)])
        guard let part = rows.first?[0].flatMap(bytes) else {
            fetched.add(begun.picture, nil)
            return fetched
        }
        var more = begun
        more.bytes += part
        if part.count < mostBytes || more.bytes.count >= begun.picture.size {
            fetched.add(begun.picture, more.bytes)
        } else {
            fetched.begun = more
        }
        return fetched
    }

    /// Bytes as the value of a parameter.
    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = Array("\\x".utf8)
        text.reserveCapacity(2 * bytes.count + 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text that a server has written so; `nil` for any other text.
    static func bytes(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("\\x") else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8.dropFirst(2) {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x61...0x66: value = digit - 0x61 + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Those that were added since a cursor.
    static func added(
        since cursor: String, _ home: String, _ connection: SharedConnection
    ) async throws(ServerError) -> [WantedPicture] {
        let limit = listLimit(connection.session.limits)
        var (pictures, last): ([WantedPicture], String?) = ([], "")
        while let name = last {
            let rows = try await connection.ask(
                listed(home, where: isNew(after: "$3")), [name, String(limit), cursor])
            pictures += list(rows)
            last = rows.count < limit ? nil : rows.last?[0]
        }
        return pictures
    }

    /// A name for a picture that no other one on the server has.
    static func unusedName(
        _ name: String, _ home: String, _ connection: SharedConnection
    ) async throws(ServerError) -> String {
        var taken: Set = [name]
        while true {
            let candidate = PictureName.unused(name, among: taken)
            let rows = try await connection.ask("SELECT 1 FROM \(home).pictures WHERE name = $1", [candidate])
            if rows.isEmpty { return candidate }
            taken.insert(candidate)
        }
    }

    /// A condition that a picture was added since a cursor, a parameter.
    static func isNew(after cursor: String) -> String {
        """
        xid >= pg_catalog.pg_snapshot_xmax(\(cursor)::pg_snapshot)
          OR xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip(\(cursor)::pg_snapshot)))
        """
    }
}

/// What has come of a large picture so far.
struct BegunPicture {
    let picture: WantedPicture
    var bytes: [UInt8] = []
}

/// What has come of a batch of pictures.
struct FetchedPictures: Sendable {
    /// The pictures, without bytes those that are no longer there.
    private(set) var pictures: [(WantedPicture, [UInt8]?)] = []
    /// Those for which the server has something else: bytes with another sum.
    private(set) var wrong: [WantedPicture] = []
    /// What has come of the only one so far, if there is more of it.
    fileprivate(set) var begun: BegunPicture?

    /// - Parameter bytes: what the server has sent for it; `nil` if it has nothing.
    fileprivate mutating func add(_ picture: WantedPicture, _ bytes: [UInt8]?) {
        if let bytes, pictureHash(bytes) != picture.hash {
            wrong.append(picture)
        } else {
            pictures.append((picture, bytes))
        }
    }
}
