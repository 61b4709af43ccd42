import Glibc
import KirokuCore

/// The program that decodes pictures, which runs as a separate process so that a picture can crash only that.
public enum DecoderProgram {
    /// The name of the program's file.
    public static let name = "kiroku-picture-decoder"

    /// The path of the decoder: beside the running program in a build folder, otherwise in `libexec/kiroku` beside the
    /// folder that the program is installed in.
    public static var path: String { path(for: runningProgram) }

    /// The path of the decoder for a program at this path.
    static func path(for program: String) -> String {
        let folder = program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex)
        let beside = "\(folder)/\(name)"
        guard access(beside, X_OK) != 0 else { return beside }
        let prefix = folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex)
        return "\(prefix)/libexec/kiroku/\(name)"
    }

    private static var runningProgram: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
