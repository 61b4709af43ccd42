import KirokuCore
import KirokuPictures

/// The pictures on a server.
enum SharedPictures {
    /// Parses a list of names, hashes and lengths.
    static func list(_ rows: [ServerRow]) -> [WantedPicture] {
        rows.compactMap { row in
            guard let name = row[0], let hash = row[1], let size = row.number(2) else { return nil }
            return WantedPicture(name: name, hash: hash, size: size)
        }
    }

    /// The pictures of a document.
    static func all(_ line: ServerLine, _ home: String) throws(ServerError) -> [WantedPicture] {
        var (pictures, last): ([WantedPicture], String?) = ([], "")
        while let name = last {
            let rows = try line.rows(listed(home), [name, String(listLimit(line.limits))])
            pictures += list(rows)
            last = rows.count < listLimit(line.limits) ? nil : rows.last?[0]
        }
        return pictures
    }

    /// The statement for a part of all pictures; its parameters are the last name before it, and the largest number.
    private static func listed(_ home: String, where condition: String = "true") -> String {
        """
        SELECT name, hash, pg_catalog.length(bytes) FROM \(home).pictures WHERE name > $1 AND (\(condition))
        ORDER BY name LIMIT $2::bigint
        """
    }

    /// How many are listed at a time, far fewer than the limit for an answer.
    private static func listLimit(_ limits: ServerLimits) -> Int { max(limits.rows / 10, 1) }

    /// The largest number of pictures and of bytes fetched at a time, so that edits need not wait.
    static let (mostPictures, mostBytes) = (32, 1 << 19)
    /// Larger pictures, in bytes, are not fetched.
    private static let longest = 1 << 30

    /// As many pictures as are fetched at a time, at least one.
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
    ///   - begun: the part already fetched of a single large picture.
    static func fetch(
        _ pictures: [WantedPicture], after begun: BegunPicture?, _ home: String, _ connection: SharedConnection
    ) async throws(ServerError) -> FetchedPictures {
        if pictures.count == 1, pictures[0].size > mostBytes {
            return try await fetchPart(of: begun ?? BegunPicture(picture: pictures[0]), home, connection)
        }
        // If there are more bytes than announced, the picture is not the one that was added, so they need not be
        // fetched.
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

    /// The bytes of a text in the server's hexadecimal form; `nil` for any other text.
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

    /// The pictures that were added since a cursor.
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

    /// A name that no other picture on the server has.
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

    /// A condition that a picture was added since a cursor, which is a parameter.
    static func isNew(after cursor: String) -> String {
        """
        xid >= pg_catalog.pg_snapshot_xmax(\(cursor)::pg_snapshot)
          OR xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip(\(cursor)::pg_snapshot)))
        """
    }
}

/// The part of a large picture fetched so far.
struct BegunPicture {
    let picture: WantedPicture
    var bytes: [UInt8] = []
}

/// A fetched batch of pictures.
struct FetchedPictures: Sendable {
    /// The pictures; those that no longer exist have no bytes.
    private(set) var pictures: [(WantedPicture, [UInt8]?)] = []
    /// The pictures for which the server has different bytes.
    private(set) var wrong: [WantedPicture] = []
    /// The part fetched so far of a single large picture, if there is more of it.
    fileprivate(set) var begun: BegunPicture?

    /// - Parameter bytes: the bytes from the server; `nil` if it has none.
    fileprivate mutating func add(_ picture: WantedPicture, _ bytes: [UInt8]?) {
        if let bytes, pictureHash(bytes) != picture.hash {
            wrong.append(picture)
        } else {
            pictures.append((picture, bytes))
        }
    }
}
