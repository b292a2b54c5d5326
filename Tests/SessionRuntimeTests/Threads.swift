import Glibc

/// The calling thread's handle.
func currentThread() -> UInt { UInt(pthread_self()) }

/// Lets other threads run for a millisecond.
func pauseBriefly() { usleep(1000) }
