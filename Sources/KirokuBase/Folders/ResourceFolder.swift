/// The folder of the files that ship with Kiroku: style sheet, sample, templates, translations.
public enum ResourceFolder {
    /// The folder in the source tree if the program runs from there, otherwise the installed one.
    public static func path(among directories: Directories) -> String {
        if let folder = inSourceTree() { return folder }
        return directories.resources.first { FileKind.exists($0 + "/style.css") } ?? "/usr/share/kiroku"
    }

    private static func inSourceTree() -> String? {
        guard let program = SymbolicLink.target(of: "/proc/self/exe") else { return nil }
        var folder = program[...]
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = folder[..<slash]
            if FileKind.exists(folder + "/Package.swift"), FileKind.exists(folder + "/Resources/style.css") {
                return folder + "/Resources"
            }
        }
        return nil
    }
}
