import Foundation

/// What stands around the program: packages, groups, a sandbox.
package struct Surroundings: Sendable, Equatable {
  /// A box around the program that may hide devices from it.
  package enum Sandbox: Sendable, Equatable {
    case flatpak, snap
    /// Docker, Podman, LXC, systemd-nspawn; the name where it says one.
    case container(String)
  }

  /// The user and the group that cameras belong to.
  package enum Membership: Sendable, Equatable {
    /// Neither group nor membership is needed or known.
    case notNeeded
    /// This program has the group.
    case member(String)
    /// The user has been added, but logged in before that.
    case afterNextLogin(String)
    /// The user is no member.
    case missing(String)
  }

  /// The packages of `Tools/packages.txt` that are not installed; nil where there is no list, as
  /// beside an installed program, or no dpkg.
  package var missingPackages: [String]?
  /// The box; nil for none.
  package var sandbox: Sandbox?
  /// The user and the group of the video nodes, `video` where there are none.
  package var membership: Membership
  /// USB cameras that no driver has taken, by socket: `1-2:1.0`.
  package var unclaimedCameras: [String]

  /// Creates surroundings.
  package init(
    missingPackages: [String]? = nil, sandbox: Sandbox? = nil, membership: Membership = .notNeeded,
    unclaimedCameras: [String] = []
  ) {
    self.missingPackages = missingPackages
    self.sandbox = sandbox
    self.membership = membership
    self.unclaimedCameras = unclaimedCameras
  }
}

/// Looks at the surroundings in a tree of files: `/`, or a test's own.
package struct SurroundingsInspector: Sendable {
  private let root: String
  private let environment: [String: String]

  /// Begins at a folder that holds `proc`, `sys`, `dev`, `etc`, `run` and `var`.
  package init(
    root: String = "", environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.root = root
    self.environment = environment
  }

  /// Everything that is found.
  ///
  /// - Parameters:
  ///   - packageList: the file of wanted packages; nil for none.
  ///   - user: the user's name, number and groups; injected by tests.
  /// - Returns: the surroundings.
  package func surroundings(packageList: String?, user: UserIdentity = .current) -> Surroundings {
    Surroundings(
      missingPackages: packageList.flatMap(missingPackages), sandbox: sandbox(),
      membership: membership(user), unclaimedCameras: unclaimedCameras())
  }

  private func missingPackages(_ list: String) -> [String]? {
    guard let wanted = text(list, inRoot: false), let status = text("/var/lib/dpkg/status") else {
      return nil
    }
    // deb822: paragraphs of `Package: name` and `Status: install ok installed` (dpkg(1)).
    var installed: Set<Substring> = []
    var name: Substring?
    for line in status.split(separator: "\n") {
      if line.hasPrefix("Package: ") {
        name = line.dropFirst("Package: ".count)
      } else if line.hasPrefix("Status: "), line.hasSuffix(" installed"), let name {
        installed.insert(name)
      }
    }
    return wanted.split(separator: "\n").filter { !$0.hasPrefix("#") && !installed.contains($0) }
      .map(String.init)
  }

  private func sandbox() -> Surroundings.Sandbox? {
    if exists("/.flatpak-info") { return .flatpak }
    if environment["SNAP"]?.isEmpty == false { return .snap }
    // systemd's word for its own and Podman's containers (systemd's CONTAINER_INTERFACE).
    if let name = environment["container"], !name.isEmpty { return .container(name) }
    if exists("/.dockerenv") { return .container("docker") }
    if exists("/run/.containerenv") { return .container("podman") }
    return nil
  }

  private func membership(_ user: UserIdentity) -> Surroundings.Membership {
    if user.number == 0 { return .notNeeded }
    let groups = (text("/etc/group") ?? "").split(separator: "\n").map {
      $0.split(separator: ":", omittingEmptySubsequences: false)
    }
    let node = SystemInspector(root: root)
    let owner = names("/dev").filter { $0.hasPrefix("video") }.sorted().first
      .flatMap { node.group(of: "/dev/\($0)") }
    let name = owner ?? "video"
    // name:password:number:members (group(5))
    guard let group = groups.first(where: { $0.count > 3 && $0[0] == name }),
      let number = UInt32(group[2])
    else { return .notNeeded }
    if user.groups.contains(number) { return .member(name) }
    let isListed = group[3].split(separator: ",").contains { $0 == user.name }
    return isListed ? .afterNextLogin(name) : .missing(name)
  }

  private func unclaimedCameras() -> [String] {
    let folder = "/sys/bus/usb/devices"
    return names(folder).sorted().filter { interface in
      // 0e 01 is the control interface of USB video class.
      text("\(folder)/\(interface)/bInterfaceClass") == "0e"
        && text("\(folder)/\(interface)/bInterfaceSubClass") == "01"
        && !exists("\(folder)/\(interface)/driver")
    }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root + path)
  }
  private func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }
  private func text(_ path: String, inRoot: Bool = true) -> String? {
    FileManager.default.contents(atPath: (inRoot ? root : "") + path).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}

/// Who runs the program.
package struct UserIdentity: Sendable, Equatable {
  package var name: String
  package var number: UInt32
  /// The numbers of the groups that the program has, which a login gave it.
  package var groups: [UInt32]

  /// Creates an identity.
  package init(name: String, number: UInt32, groups: [UInt32]) {
    (self.name, self.number, self.groups) = (name, number, groups)
  }

  /// The one of this process (getuid, getgroups).
  package static var current: UserIdentity {
    var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    return UserIdentity(
      name: NSUserName(), number: getuid(),
      groups: Array(groups.prefix(max(0, Int(count)))) + [getegid()])
  }
}
