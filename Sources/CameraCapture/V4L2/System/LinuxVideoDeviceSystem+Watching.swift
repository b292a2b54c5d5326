import CVideo4Linux
import Glibc

extension LinuxVideoDeviceSystem {
  /// inotify_init1 and inotify_add_watch; readable once something has changed.
  ///
  /// Not udev's monitor: that opens a netlink socket, which a session must not, and hears nothing in
  /// containers and sandboxes. The folders tell the same: nodes come and go, their owner and mode
  /// change when udev has set the rights, and links appear after that.
  package func watch(_ folders: [String]) throws(SystemCallError) -> Int32 {
    let watcher = try check(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB)
    // A folder that is not there appears in its parent, which is watched too.
    let watched = folders.count { inotify_add_watch(watcher, $0, changes) >= 0 }
    if watched == 0 {
      let error = SystemCallError(errno)
      close(watcher)
      throw error
    }
    return watcher
  }
}
