import Testing

@testable import KirokuBase

@Suite("Watching files")
struct FileWatchTests {
    @Test("Programs that show other machines' files count as the network, and the system's own disks do not")
    func networks() {
        // As `statfs` has them: FUSE, NFS, SMB 3; ext4, Btrfs, tmpfs.
        for fileSystem: UInt32 in [0x6573_5546, 0x6969, 0xfe53_4d42] { #expect(FileWatch.isOfNetwork(fileSystem)) }
        for fileSystem: UInt32 in [0xef53, 0x9123_683e, 0x0102_1994] { #expect(!FileWatch.isOfNetwork(fileSystem)) }
    }
}
