// Whoever imports this has what it is built on as well: clock, files, reports, and texts.

@_exported import KirokuBase
