/// The names of albums in a list, without the folders that all albums in folders have in common.
public struct AlbumNames: Sendable, Hashable {
    /// The folders left out, such as “Trips”; `nil` if there are none.
    public let folder: String?

    /// - Parameter names: the names of all albums, in which “/” separates a folder from what is in it.
    public init(_ names: some Sequence<String>) {
        let folders = names.map { $0.split(separator: "/").dropLast() }.filter { !$0.isEmpty }
        guard var common = folders.first else {
            folder = nil
            return
        }
        for other in folders {
            let same = zip(common, other).prefix { $0 == $1 }.count
            common = common.prefix(same)
        }
        folder = common.isEmpty ? nil : common.joined(separator: "/")
    }

    /// The name of an album as the list shows it.
    public func shown(_ name: String) -> String {
        guard let folder, name.hasPrefix(folder + "/") else { return name }
        return String(name.dropFirst(folder.count + 1))
    }
}
