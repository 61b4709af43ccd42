import Synchronization

/// Tells the developer what cannot be looked into, each folder once.
final class FolderReports: Sendable {
    private let reported: Mutex<Set<DiskPath>> = Mutex([])

    func cannotRead(_ folder: DiskPath, _ reason: ReportText) {
        guard reported.withLock({ $0.insert(folder).inserted }) else { return }
        Reports.error("KRK_PI_FO", "cannot look for pictures in \(data: folder.name): \(reason)")
    }
}
