import Glibc
import KirokuCore

/// The program that decodes pictures, a process of its own so that a picture can end no more than that.
public enum DecoderProgram {
    /// What its file is called.
    public static let name = "kiroku-picture-decoder"

    /// Where it is: beside the running program while that is run from where it was built, or else in `libexec/kiroku`
    /// beside the folder that the program was installed in.
    public static var path: String { path(for: runningProgram) }

    /// Where it is for a program at this path.
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
