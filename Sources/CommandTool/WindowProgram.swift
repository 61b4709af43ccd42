import Glibc
import KirokuCore

/// The program that shows windows, which replaces this one if a window is wanted.
///
/// It is a separate program because it needs GTK: a hundred libraries that each command would load in vain.
struct WindowProgram {
    /// Its file.
    let path: String

    /// The one that was installed or built with this program.
    static var own: WindowProgram { WindowProgram(path: ProgramPlace().path(of: "kiroku-window")) }

    /// Replaces this process by that program, with exactly the same arguments.
    ///
    /// - Returns: only if it cannot be started, with the system's error.
    func replaceProcess() -> Int32 {
        execv(path, CommandLine.unsafeArgv)
        return errno
    }

    /// Why there is no window, and what to do about it.
    ///
    /// - Parameter error: the system's error.
    func message(of error: Int32) -> String {
        localized(
            "The window cannot be opened, because the program “{file}” cannot be started: {reason}. Install Kiroku again.",
            ["file": path, "reason": String(cString: strerror(error))])
    }
}
