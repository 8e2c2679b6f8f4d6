// SPDX-License-Identifier: MIT
#include "command_output.hpp"

#include <gateway/base/signals.hpp>
#include "posix/spawn.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

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

}  // namespace

CommandOutput output_of(std::vector<std::string> words, const std::filesystem::path& folder,
                        ErrorsOf errors) {
    const std::string name = words.front();
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "a pipe");
    Spawn command(std::move(words));
    command.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    command.connect(STDOUT_FILENO, ends[1]);
    if (errors == ErrorsOf::command_dropped) command.open(STDERR_FILENO, "/dev/null", O_WRONLY);
    command.start_in(folder);
    command.reset_signals(original_signals());
    pid_t process = -1;
    const int error = command.start(process);
    ::close(ends[1]);
    CommandOutput output;
    if (error == 0) {
        output.text = read_all(ends[0]);
        const int status = await_end(process).value_or(0);
        output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    ::close(ends[0]);
    if (error != 0) throw std::system_error(error, std::generic_category(), name);
    return output;
}

}  // namespace gateway::campaign
