// SPDX-License-Identifier: MIT
#pragma once

#include <boost/interprocess/sync/interprocess_semaphore.hpp>

#include <sys/ipc.h>
#include <sys/sem.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>

/// Alternatives to the table: the same values guarded by something else.
namespace bench {

/// A System V semaphore as a lock: one semop to acquire it, one to release it. It uses SEM_UNDO,
/// since otherwise it would remain locked when its holder dies.
class SysvLock {
  public:
    SysvLock() : id_(::semget(IPC_PRIVATE, 1, 0600)) {
        if (id_ < 0) throw std::system_error(errno, std::generic_category(), "semget");
        change(1);
    }
    ~SysvLock() { ::semctl(id_, 0, IPC_RMID); }
    SysvLock(const SysvLock&) = delete;
    SysvLock& operator=(const SysvLock&) = delete;

    void lock() noexcept { change(-1); }
    void unlock() noexcept { change(1); }

  private:
    void change(short by) noexcept {
        sembuf operation{0, by, SEM_UNDO};
        ::semop(id_, &operation, 1);
    }
    int id_;
};

/// Boost's semaphore as a lock, without detection of a dead holder.
class BoostLock {
  public:
    void lock() { semaphore_.wait(); }
    void unlock() { semaphore_.post(); }

  private:
    boost::interprocess::interprocess_semaphore semaphore_{1};
};

/// `count` doubles guarded by a lock.
template <class Lock, std::size_t count>
class Guarded {
  public:
    using Values = std::array<double, count>;

    void write(const Values& values) {
        lock_.lock();
        std::memcpy(values_.data(), values.data(), sizeof values_);
        asm volatile("" : : : "memory");
        lock_.unlock();
    }
    void read(Values& values) {
        lock_.lock();
        std::memcpy(values.data(), values_.data(), sizeof values_);
        asm volatile("" : : : "memory");
        lock_.unlock();
    }

  private:
    Lock lock_;
    Values values_{};
};

}  // namespace bench
