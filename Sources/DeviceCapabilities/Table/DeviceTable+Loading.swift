import Foundation
import SystemSupport
import YAMLDocuments

extension DeviceTable {
  /// The folder of the rows; nil when there is none.
  ///
  /// `$BIFRONS_DEVICES`; else `../share/bifrons/devices` beside an installed program; else
  /// `Configs/devices` of a checkout above the program or the working folder.
  ///
  /// - Parameters:
  ///   - environment: the process's environment; injected by tests.
  ///   - program: the program's file.
  ///   - workingFolder: where the search upwards also begins.
  /// - Returns: the first of them that is there.
  package static func folder(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    program: String = "/proc/self/exe",
    workingFolder: String = FileManager.default.currentDirectoryPath
  ) -> String? {
    if let named = environment["BIFRONS_DEVICES"], !named.isEmpty { return named }
    let binaries = URL(fileURLWithPath: program).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    var places = [binaries.deletingLastPathComponent().path + "/share/bifrons/devices"]
    for start in [binaries.path, workingFolder] {
      places += FolderChain.upwards(from: start).map { $0 + "/Configs/devices" }
    }
    return places.first { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// Reads every `*.yaml` of a folder and the folders in it.
  ///
  /// A bad row is left out and its problems are listed, so that one slip does not take the table
  /// away from a running session; the order of files does not depend on the disk.
  package static func read(
    folder: String
  ) -> (table: DeviceTable, problems: [DocumentError.Problem]) {
    guard FileManager.default.fileExists(atPath: folder),
      let walk = FileManager.default.enumerator(atPath: folder)
    else {
      return (
        DeviceTable(rows: []),
        [
          .init(
            at: nil,
            "\(folder): there is no such folder of device rows; check BIFRONS_DEVICES")
        ]
      )
    }
    let names = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }.sorted()
    return read(files: names.map { "\(folder)/\($0)" }, contents: DocumentFile.contents)
  }

  /// Reads files; tests give their own contents.
  package static func read(
    files: [String], contents: (_ path: String) throws(DocumentError) -> [UInt8]
  ) -> (table: DeviceTable, problems: [DocumentError.Problem]) {
    var rows: [DeviceRow] = []
    var problems: [DocumentError.Problem] = []
    for file in files {
      do {
        let (row, wrong) = DeviceRow.read(
          try YAMLComposer.compose(try contents(file), file: file))
        problems += wrong
        guard let row else { continue }
        let collisions = rows.flatMap { Self.collisions(of: row, with: $0) }
        problems += collisions
        if collisions.isEmpty { rows.append(row) }
      } catch {
        problems += error.problems
      }
    }
    return (DeviceTable(rows: rows), problems)
  }

  /// Reads a folder and fails on the first look when any row is bad: what `Tools/check` wants.
  package static func load(folder: String) throws(DocumentError) -> DeviceTable {
    let (table, problems) = read(folder: folder)
    if !problems.isEmpty { throw DocumentError(problems) }
    return table
  }

  /// Why two rows cannot stand in one table.
  private static func collisions(
    of row: DeviceRow, with earlier: DeviceRow
  ) -> [DocumentError.Problem] {
    var problems: [DocumentError.Problem] = []
    for mine in row.matches {
      if let theirs = earlier.matches.first(where: { $0.collides(with: mine) }) {
        problems.append(
          .init(
            at: mine.place,
            "matches the same devices as \(theirs.place) (\(earlier.name)); add a card name or "
              + "another key to one of them"))
      }
    }
    let names = Set(([earlier.name] + earlier.aliases).map(normalized))
    for name in [row.name] + row.aliases where names.contains(normalized(name)) {
      problems.append(
        .init(
          at: row.place,
          "the name '\(name)' already belongs to \(earlier.place) (\(earlier.name))"))
    }
    if row.kind == .unknownWebcam, earlier.kind == .unknownWebcam {
      problems.append(
        .init(at: row.place, "there is already a row for unknown webcams: \(earlier.place)"))
    }
    return problems
  }
}
