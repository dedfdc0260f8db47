import Glibc

/// The error numbers that other modules decide on, so that they need not import Glibc.
package enum ErrorNumber {
  package static let noSuchFile = ENOENT
  package static let exists = EEXIST
  package static let notPermitted = EPERM
  package static let accessDenied = EACCES
  package static let noSpace = ENOSPC
  package static let quotaExceeded = EDQUOT
  package static let readOnlyFileSystem = EROFS
  package static let notSupported = EOPNOTSUPP
  package static let wouldBlock = EAGAIN
  package static let interrupted = EINTR
  package static let brokenPipe = EPIPE
  package static let connectionRefused = ECONNREFUSED
  package static let addressInUse = EADDRINUSE
  package static let nameTooLong = ENAMETOOLONG
  package static let notADirectory = ENOTDIR
  package static let isADirectory = EISDIR
  package static let invalidArgument = EINVAL
}
