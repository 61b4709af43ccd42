import Glibc

/// How many cells a table may have that is read from text.
///
/// Very uneven lines can stand for far more cells than there are bytes, and what is too much must be told before the
/// memory is gone.
enum CellLimit {
    /// As many as half of this machine's memory holds.
    static let count = max(1, sysconf(Int32(_SC_PHYS_PAGES))) * max(1, sysconf(Int32(_SC_PAGESIZE))) / 2 / bytesPerCell

    /// A number, or the place of a text; most texts take no more than that besides.
    private static let bytesPerCell = 8
}
