import Glibc

/// Where an app's files are, according to the XDG Base Directory specification.
///
/// ```swift
/// let directories = Directories(application: "kiroku")
/// directories.config  // "/home/aiko/.config/kiroku"
/// ```
///
/// A variable that is unset, empty or not an absolute path is ignored, as the specification requires. No folders are
/// created here; links create those that they write to.
public struct Directories: Sendable, Hashable {
    /// The user's home.
    public let home: String
    /// Data to keep: documents that have no other place.
    public let data: String
    /// The app's preferences.
    public let config: String
    /// Files that can be recreated at any time.
    public let cache: String
    /// State that is kept between runs but is not worth a backup: the last document, window sizes.
    public let state: String
    /// The user's documents.
    public let documents: String
    /// The user's pictures.
    public let pictures: String
    /// The thumbnails that all programs of the desktop share.
    public let thumbnails: String
    /// The list of files that were used last, which all programs of the desktop share.
    public let recentFiles: String
    /// The folders that may hold the files that ship with the app, in order of preference.
    public let resources: [String]

    /// - Parameters:
    ///   - application: the name of the app's own folder in each of the shared ones.
    ///   - environment: the environment variables.
    ///   - executable: the program's absolute path, for resources that were installed beside it; `nil` for the running
    ///     one.
    public init(
        application: String, environment: [String: String] = Self.processEnvironment, executable: String? = nil
    ) {
        func folder(_ variable: String) -> String? {
            environment[variable].flatMap { $0.hasPrefix("/") ? Self.trimmed($0) : nil }
        }
        let home = folder("HOME") ?? Self.registeredHome
        let configHome = folder("XDG_CONFIG_HOME") ?? home + "/.config"
        self.home = home
        let dataHome = folder("XDG_DATA_HOME") ?? home + "/.local/share"
        data = dataHome + "/" + application
        recentFiles = dataHome + "/recently-used.xbel"
        config = configHome + "/" + application
        let cacheHome = folder("XDG_CACHE_HOME") ?? home + "/.cache"
        cache = cacheHome + "/" + application
        thumbnails = cacheHome + "/thumbnails"
        state = (folder("XDG_STATE_HOME") ?? home + "/.local/state") + "/" + application
        let userFolders = UserFolders(configHome: configHome, home: home)
        documents = userFolders["DOCUMENTS"] ?? home
        pictures = userFolders["PICTURES"] ?? home
        resources = Self.resourceFolders(
            application, environment: environment, executable: executable ?? SymbolicLink.target(of: "/proc/self/exe"))
    }

    /// The path of a file that ships with the app, or `nil` if it is in none of ``resources``.
    public func resource(_ name: String) -> String? {
        resources.map { $0 + "/" + name }.first { access($0, R_OK) == 0 }
    }

    /// The environment variables of this process.
    public static var processEnvironment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }

    /// The folder of the program's own installation (``ProgramPlace``) comes before the system's, so that a program
    /// installed anywhere finds its own files.
    private static func resourceFolders(
        _ application: String, environment: [String: String], executable: String?
    ) -> [String] {
        let named = environment["XDG_DATA_DIRS"] ?? ""
        let shared = (named.isEmpty ? "/usr/local/share:/usr/share" : named).split(separator: ":").map(String.init)
        var folders = shared.filter { $0.hasPrefix("/") }.map(trimmed)
        if let executable {
            folders.insert(ProgramPlace(of: executable, application: application).prefix + "/share", at: 0)
        }
        return folders.map { $0 + "/" + application }
    }

    private static var registeredHome: String {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
        return String(cString: home)
    }

    /// The path without trailing slashes.
    package static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return String(path)
    }
}
