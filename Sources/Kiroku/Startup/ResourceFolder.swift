import Glibc
import KirokuCore

/// Where the files are that ship with the program.
enum ResourceFolder {
    /// The source tree's own while the program is run from there, or else where it was installed.
    static func path(among directories: Directories) -> String {
        if let folder = inSourceTree() { return folder }
        return directories.resources.first { CanonicalPath.exists($0 + "/style.css") } ?? "/usr/share/kiroku"
    }

    private static func inSourceTree() -> String? {
        var folder = CanonicalPath.of("/proc/self/exe")[...]
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = folder[..<slash]
            if CanonicalPath.exists(folder + "/Package.swift"), CanonicalPath.exists(folder + "/Resources/style.css") {
                return folder + "/Resources"
            }
        }
        return nil
    }
}
