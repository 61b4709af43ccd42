import Glibc
import KirokuCore
import KirokuServer

/// The files that the operands of a command name.
///
/// A pattern that the shell has not replaced, because it is in quotation marks or there are too many files for a
/// command line, is replaced here.
enum FileOperands {
    /// The files of all operands.
    ///
    /// - Throws: ``UsageError/noFiles(pattern:)``.
    static func expanded(_ operands: [String]) throws(UsageError) -> [String] {
        var files: [String] = []
        for operand in operands {
            let found = try found(operand)
            guard !found.isEmpty else { throw .noFiles(pattern: operand) }
            files += found
        }
        return files
    }

    /// The number of operands at the beginning that are files: the first one, and those after it that exist.
    static func fileCount(_ operands: [String]) -> Int {
        1
            + operands.dropFirst().prefix { operand in
                operand == "-" || ServerAddress.isAddress(operand) || FileKind.exists(operand)
                    || !matches(operand).isEmpty
            }.count
    }

    /// What an operand stands for: itself, unless it is a pattern.
    private static func found(_ operand: String) throws(UsageError) -> [String] {
        let isPattern =
            operand != "-" && !ServerAddress.isAddress(operand) && !FileKind.exists(operand) && hasPattern(operand)
        return isPattern ? matches(operand) : [operand]
    }

    private static func hasPattern(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

    /// The files that a pattern fits, in the order of their names; none for any other text.
    private static func matches(_ text: String) -> [String] {
        guard hasPattern(text), !text.utf8.contains(0) else { return [] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(text, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }
    }
}
