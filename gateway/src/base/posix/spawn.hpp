// SPDX-License-Identifier: MIT
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// Starts a program. By default it gets the standard streams, the environment and the working
/// folder of this process, and none of its other descriptors: with them, the program could read a
/// token or accept clients.
class Spawn {
  public:
    /// Number of the first kept descriptor in the program; the others follow.
    static constexpr int kept = STDERR_FILENO + 1;

    /// @param words the program's name and its arguments
    explicit Spawn(std::vector<std::string> words) : words_(std::move(words)) {
        ::posix_spawn_file_actions_init(&files_);
        ::posix_spawnattr_init(&attributes_);
    }
    ~Spawn() {
        ::posix_spawn_file_actions_destroy(&files_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;

    /// @name Applied in the order of the calls
    /// @{
    void open(int stream, const char* file, int flags, mode_t mode = 0) {
        ::posix_spawn_file_actions_addopen(&files_, stream, file, flags, mode);
    }
    void connect(int stream, int descriptor) {
        ::posix_spawn_file_actions_adddup2(&files_, descriptor, stream);
    }
    void start_in(const std::filesystem::path& folder) {
        ::posix_spawn_file_actions_addchdir_np(&files_, folder.c_str());
    }
    /// @}

    /// Passes a descriptor on, with the next number from `kept` on.
    /// @param descriptor not a standard stream
    void keep(int descriptor) { kept_.push_back(descriptor); }
    /// @param variables NAME=VALUE each, instead of the environment of this process
    void set_environment(std::vector<std::string> variables) {
        environment_ = std::move(variables);
    }
    /// Resets these signals to their default in the program, though this process ignores them.
    void reset_signals(const sigset_t& signals) {
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        set_flag(POSIX_SPAWN_SETSIGDEF);
    }
    void block_signals(const sigset_t& signals) {
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        set_flag(POSIX_SPAWN_SETSIGMASK);
    }
    /// Makes the program the leader of a new process group.
    void lead_group() { set_flag(POSIX_SPAWN_SETPGROUP); }

    /// Starts the program; may be called once. @param file a path, or a name on the PATH
    /// @return 0 or errno
    [[nodiscard]] int start(const std::string& file, pid_t& pid) {
        add_kept();
        // If close_range() is denied, the C library uses /proc/self/fd.
        ::posix_spawn_file_actions_addclosefrom_np(&files_, number_of(kept_.size()));
        return ::posix_spawnp(&pid, file.c_str(), &files_, &attributes_, pointers(words_).data(),
                              environment_ ? pointers(*environment_).data() : ::environ);
    }
    [[nodiscard]] int start(pid_t& pid) { return start(words_.front(), pid); }

  private:
    static std::vector<char*> pointers(std::vector<std::string>& texts) {
        std::vector<char*> result;
        result.reserve(texts.size() + 1);
        for (std::string& text : texts) result.push_back(text.data());
        result.push_back(nullptr);
        return result;
    }
    static int number_of(std::size_t index) { return kept + static_cast<int>(index); }
    /// Several are first duplicated to numbers above all of them, since one may have the number
    /// that another one gets.
    void add_kept() {
        if (kept_.empty()) return;
        const int above =
            std::max(*std::max_element(kept_.begin(), kept_.end()), number_of(kept_.size())) + 1;
        std::vector<int> from = kept_;
        for (std::size_t i = 0; from.size() > 1 && i < from.size(); ++i) {
            from[i] = above + static_cast<int>(i);
            ::posix_spawn_file_actions_adddup2(&files_, kept_[i], from[i]);
        }
        for (std::size_t i = 0; i < from.size(); ++i)
            ::posix_spawn_file_actions_adddup2(&files_, from[i], number_of(i));
    }
    void set_flag(short flag) {
        short flags = 0;
        ::posix_spawnattr_getflags(&attributes_, &flags);
        ::posix_spawnattr_setflags(&attributes_, static_cast<short>(flags | flag));
    }

    std::vector<std::string> words_;
    std::optional<std::vector<std::string>> environment_;
    std::vector<int> kept_;
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

/// Waits for the end of a child process.
/// @return its status as of waitpid(); nothing if the kernel has none
inline std::optional<int> await_end(pid_t pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return std::nullopt;
    return status;
}

}  // namespace gateway
