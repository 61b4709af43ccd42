import CPixbuf
import Glibc
import KirokuPictures

/// What the system lets this process do.
enum ProcessLimits {
    /// From now on, what a picture makes the process do beyond this ends it.
    static func apply(_ limits: DecodeLimits) {
        set(__rlimit_resource_t(RLIMIT_AS.rawValue), limits.memory)
        // What a picture has left in memory is nobody's business.
        set(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
        // A thumbnail is far smaller.
        set(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 1 << 26)
        kiroku_forbid_new_rights()
        // The window comes first.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        preferAsVictim()
    }

    /// Where memory runs out for all, this is the process to end.
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
