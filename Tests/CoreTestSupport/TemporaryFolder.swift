import FoundationEssentials
import Glibc

/// An empty folder of the test's own, gone with all that is in it when the last reference to it goes.
public final class TemporaryFolder: Sendable {
    /// Absolute, without a slash at the end.
    public let path: String

    /// Makes the folder.
    public init() throws {
        var template = Array("/tmp/kiroku-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in this folder.
    public func path(_ name: String) -> String { path + "/" + name }

    /// The names of what is in the folder, hidden files included, in order.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
