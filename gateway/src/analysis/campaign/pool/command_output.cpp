// SPDX-License-Identifier: MIT
#include "command_output.hpp"

#include <gateway/base/signals.hpp>
#include "posix/spawn_files.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace gateway::campaign {
namespace {

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

int exit_code_of(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

CommandOutput output_of(std::vector<std::string> words, const std::filesystem::path& folder,
                        ErrorsOf errors) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "a pipe");
    SpawnFiles files;
    ::posix_spawn_file_actions_addopen(files.actions(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(files.actions(), ends[1], STDOUT_FILENO);
    if (errors == ErrorsOf::command_dropped)
        ::posix_spawn_file_actions_addopen(files.actions(), STDERR_FILENO, "/dev/null", O_WRONLY,
                                           0);
    ::posix_spawn_file_actions_addchdir_np(files.actions(), folder.c_str());
    const OriginalSignals signals;
    pid_t process = -1;
    const int error =
        ::posix_spawnp(&process, words.front().c_str(), files.standard_streams_alone(),
                       signals.attributes(), arguments.data(), environ);
    ::close(ends[1]);
    CommandOutput output;
    if (error == 0) {
        output.text = read_all(ends[0]);
        output.exit_code = exit_code_of(process);
    }
    ::close(ends[0]);
    if (error != 0) throw std::system_error(error, std::generic_category(), words.front());
    return output;
}

}  // namespace gateway::campaign
