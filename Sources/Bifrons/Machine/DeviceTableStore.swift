import DeviceCapabilities

/// The device table as it is installed.
package enum DeviceTableStore {
  /// Reads the table; problems are told as lines for people.
  ///
  /// Without a table every camera counts as unknown, and that is one of the lines.
  package static func load() -> (table: DeviceTable, problems: [String]) {
    guard let folder = DeviceTable.folder() else {
      return (
        DeviceTable(rows: []),
        ["there is no device table; set BIFRONS_DEVICES to the folder Configs/devices"]
      )
    }
    let (table, problems) = DeviceTable.read(folder: folder)
    return (table, problems.map(\.description))
  }
}
