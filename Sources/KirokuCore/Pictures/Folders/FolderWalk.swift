/// Goes through a folder and those below it, and counts the pictures in each.
struct FolderWalk {
    /// A folder with the number of pictures in it.
    struct Finding {
        let path: DiskPath
        let count: Int
    }

    /// A disk full of folders is not what somebody keeps pictures in; going through all of it would take minutes.
    private static let mostFolders = 20_000

    let start: DiskPath
    let depth: Int
    let names: PictureNames
    let reports: FolderReports

    /// Calls `found` for each folder that can be looked into.
    func run(until flag: StopFlag, found: (Finding) -> Void) {
        // Links come after all that can be reached without, so that an album has its own path where it has one.
        var folders = [(path: start, depth: depth)]
        var links: [(path: DiskPath, depth: Int)] = []
        var seen: Set<FileIdentity> = []
        var next = 0
        while !flag.isSet {
            if next == folders.count {
                guard !links.isEmpty else { return }
                folders = links
                links = []
                next = 0
            }
            let folder = folders[next]
            next += 1
            guard seen.count < Self.mostFolders else {
                return reports.cannotRead(start, "more than \(Self.mostFolders) folders")
            }
            do throws(SystemError) {
                let reader = try FolderReader(folder.path)
                guard seen.insert(try reader.identity()).inserted else { continue }
                var scan = FolderScan(names)
                var count = 0
                while !flag.isSet, let entry = try reader.next() {
                    switch scan.finding(entry, in: reader) {
                    case .picture: count += 1
                    case .folder where folder.depth > 0:
                        folders.append((folder.path.appending(entry.name), folder.depth - 1))
                    case .linkedFolder where folder.depth > 0:
                        links.append((folder.path.appending(entry.name), folder.depth - 1))
                    default: break
                    }
                }
                if !flag.isSet { found(Finding(path: folder.path, count: count)) }
            } catch {
                // One that has just gone is nothing to tell.
                if !error.isGone || folder.path == start { reports.cannotRead(folder.path, error.reason) }
            }
        }
    }
}
