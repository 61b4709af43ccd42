import CoreTestSupport
import Glibc

/// PostgreSQL's own programs, at the private server's databases.
extension Database {
    struct NotDone: Error {
        let program: String
        let status: Int32
    }

    /// Writes the database, or a part of it, to a file.
    func dump(_ path: String, _ options: [String]) throws {
        try run("pg_dump", options + ["--file", path, name])
    }

    /// Carries a dump out here.
    ///
    /// - Parameter isPlain: whether it consists of SQL.
    func restore(_ path: String, isPlain: Bool, _ options: [String] = []) throws {
        if isPlain {
            try run("psql", ["--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--file", path, name])
        } else {
            try run("pg_restore", options + ["--exit-on-error", "--dbname", name, path])
        }
    }

    private func run(_ program: String, _ options: [String]) throws {
        let words =
            [
                "\(server.programs)/\(program)", "--host", server.socket, "--port", String(server.port), "--username",
                "kiroku",
            ]
            + options
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else {
            throw NotDone(program: program, status: errno)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw NotDone(program: program, status: status) }
    }
}
