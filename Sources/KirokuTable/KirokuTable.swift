// Importing this module also provides what it is built on: clock, files, reports, and texts.

@_exported import KirokuBase
