import Glibc

/// Symbolic links.
enum SymbolicLink {
    /// What a link holds, which may be relative to its folder; `nil` if there is no link at `path`.
    static func target(of path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length > 0 else { return nil }
        return String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
