import Glibc
import KirokuCore

/// The program that shows windows, as which this one goes on where a window is wanted.
///
/// It is another one because it needs GTK: a hundred libraries that each command would load for nothing.
struct WindowProgram {
    /// Its file.
    let path: String

    /// That which was installed or built with this program.
    static var own: WindowProgram { WindowProgram(path: ProgramPlace().path(of: "kiroku-window")) }

    /// Goes on as that program, in the same process and with the same arguments, byte by byte.
    ///
    /// - Returns: only if it cannot be started: the system's error.
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
