import KirokuCore

/// Searches a folder and those below it, and counts the pictures in each.
struct FolderWalk {
    /// A folder with the number of pictures in it.
    struct Finding {
        let path: DiskPath
        let count: Int
    }

    /// A folder to search, with the number of levels below it to search.
    private struct Step {
        let path: DiskPath
        let depth: Int

        func below(_ entry: FolderEntry) -> Step { Step(path: path.appending(entry.name), depth: depth - 1) }
    }

    /// A disk with more folders is not a collection of pictures, and searching it would take minutes.
    private static let mostFolders = 20_000

    private let start: DiskPath
    private let names: PictureNames
    private let reports: FolderReports
    private var folders: [Step]
    /// Links are followed last, so that an album has its own path if there is one.
    private var links: [Step] = []
    private var seen: Set<FileIdentity> = []

    init(from start: DiskPath, depth: Int, names: PictureNames, reports: FolderReports) {
        self.start = start
        self.names = names
        self.reports = reports
        folders = [Step(path: start, depth: depth)]
    }

    /// Calls `found` for each folder that can be read, beginning with those nearest to the start.
    mutating func run(until flag: StopFlag, found: (Finding) -> Void) {
        while !folders.isEmpty {
            let level = folders
            folders = []
            for step in level {
                if flag.isSet { return }
                guard seen.count < Self.mostFolders else {
                    return reports.cannotRead(start, "more than \(Self.mostFolders) folders")
                }
                if let count = countPictures(in: step, until: flag) { found(Finding(path: step.path, count: count)) }
            }
            if folders.isEmpty { swap(&folders, &links) }
        }
    }

    /// The number of pictures in a folder; `nil` if it cannot be read, or was read before.
    private mutating func countPictures(in step: Step, until flag: StopFlag) -> Int? {
        do {
            let folder = try FolderReader(step.path)
            guard seen.insert(try folder.identity()).inserted else { return nil }
            var scan = FolderScan(names)
            var count = 0
            while let entry = try folder.next() {
                if flag.isSet { return nil }
                switch scan.finding(entry, in: folder) {
                case .picture: count += 1
                case .folder where step.depth > 0: folders.append(step.below(entry))
                case .linkedFolder where step.depth > 0: links.append(step.below(entry))
                case .folder, .linkedFolder, nil: break
                }
            }
            return count
        } catch {
            // A folder that has just been removed is not worth a report.
            if !error.isGone || step.path == start { reports.cannotRead(step.path, "\(error)") }
            return nil
        }
    }
}
