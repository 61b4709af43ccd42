import Glibc

/// The location of a program, and of the programs and files installed with it.
///
/// In a build folder, all programs are beside each other. When installed, the program that users call is in `bin`, and
/// those that it starts are in `libexec/APPLICATION`.
public struct ProgramPlace: Sendable {
    /// The folder that the program is in.
    private let folder: Substring
    private let application: String

    /// - Parameters:
    ///   - program: the absolute path of the program; `nil` for the running one.
    ///   - application: the name of the app's own folders.
    public init(of program: String? = nil, application: String = "kiroku") {
        folder = Self.parent(of: program ?? SymbolicLink.target(of: "/proc/self/exe") ?? "")
        self.application = application
    }

    /// The folder that `bin`, `libexec` and `share` are in if the program is installed.
    package var prefix: Substring {
        let own = "/libexec/" + application
        return folder.hasSuffix(own) ? folder.dropLast(own.count) : Self.parent(of: folder)
    }

    /// The path of another program of the app: beside this one, or else in `libexec`, whether or not it exists.
    public func path(of name: String) -> String {
        let beside = "\(folder)/\(name)"
        return access(beside, X_OK) == 0 ? beside : "\(prefix)/libexec/\(application)/\(name)"
    }

    private static func parent(of path: some StringProtocol) -> Substring {
        Substring(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }
}
