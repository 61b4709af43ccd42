import CPixbuf
import Glibc
import KirokuPictures

/// Limits what the system allows this process to do.
enum ProcessLimits {
    /// Applies the limits from now on; a picture that makes the process exceed them ends it.
    static func apply(_ limits: DecodeLimits) {
        set(__rlimit_resource_t(RLIMIT_AS.rawValue), limits.memory)
        // The memory of the process may contain private pictures.
        set(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
        // In bytes; far more than a thumbnail has.
        set(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 1 << 26)
        kiroku_forbid_new_rights()
        // The window has priority.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        preferAsVictim()
    }

    /// Makes this process the first to be killed when the system runs out of memory.
    private static func preferAsVictim() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "800", 3)
        close(file)
    }

    private static func set(_ resource: __rlimit_resource_t, _ most: Int) {
        var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
        setrlimit(resource, &limit)
    }
}
