import KirokuCore

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
        list(try line.rows("SELECT name, hash, pg_catalog.length(bytes) FROM \(home).pictures"))
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

    /// The statement for pictures that were added since a cursor, its parameter.
    static func added(_ home: String) -> String {
        """
        SELECT name, hash, pg_catalog.length(bytes) FROM \(home).pictures
        WHERE xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot)
          OR xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot)))
        """
    }
}
