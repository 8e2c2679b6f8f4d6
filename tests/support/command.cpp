// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tests {

ScratchDirectory::ScratchDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "ddc-test.XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path ScratchDirectory::write(const std::string& name,
                                              const std::string& text) const {
    auto file = path_ / name;
    std::ofstream(file) << text;
    return file;
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::filesystem::path binary_directory() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

/// Blocks until a file has that text or `limit` has passed. @return whether it has the text
static bool comes_to_have(const std::filesystem::path& file, const std::string& text,
                          std::chrono::seconds limit) {
    const int watch = ::inotify_init1(IN_CLOEXEC);
    ::inotify_add_watch(watch, file.c_str(), IN_MODIFY);
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (read_file(file).find(text) == std::string::npos &&
           std::chrono::steady_clock::now() < deadline) {
        pollfd event{watch, POLLIN, 0};
        char buffer[4096];
        if (::poll(&event, 1, 200) == 1) static_cast<void>(!::read(watch, buffer, sizeof buffer));
    }
    ::close(watch);
    return read_file(file).find(text) != std::string::npos;
}

Command::Command(const ScratchDirectory& scratch, std::vector<std::string> arguments,
                 const Environment& environment) {
    static int count = 0;
    const std::string number = std::to_string(++count);
    out_ = scratch.write("stdout." + number, "");
    err_ = scratch.write("stderr." + number, "");
    announced_ = scratch.write("announced." + number, "");
    const bool announces =
        std::find(arguments.begin(), arguments.end(), "--announce") != arguments.end();
    const std::filesystem::path file = binary_directory() / arguments.at(0);
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that its watchdog ends leaves no process
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(::open(out_.c_str(), O_WRONLY | O_APPEND), STDOUT_FILENO);
    ::dup2(::open(err_.c_str(), O_WRONLY | O_APPEND), STDERR_FILENO);
    if (announces) ::dup2(::open(announced_.c_str(), O_WRONLY | O_APPEND), 3);
    ::execvp(std::filesystem::exists(file) ? file.c_str() : words[0], words.data());
    ::_exit(127);
}

Command::~Command() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void Command::signal(int number) const {
    REQUIRE(::kill(pid_, number) == 0);
}

void Command::wait_for_stderr(const std::string& text, std::chrono::seconds limit) const {
    const bool has_it = comes_to_have(err_, text, limit);
    INFO(read_file(err_));
    REQUIRE(has_it);
}

void Command::wait_for_announcement(std::chrono::seconds limit) const {
    const bool has_line = comes_to_have(announced_, "\n", limit);
    INFO(read_file(err_));
    REQUIRE_MESSAGE(has_line, "nothing was announced");
}

Finished Command::finish(std::chrono::seconds limit) {
    const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
    pollfd event{descriptor, POLLIN, 0};
    const bool ended = ::poll(&event, 1, static_cast<int>(limit.count() * 1000)) == 1;
    ::close(descriptor);
    if (!ended) ::kill(pid_, SIGKILL);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    Finished result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out_), read_file(err_)};
    INFO("standard error: " << result.err);
    REQUIRE_MESSAGE(ended, "it did not end in time");
    return result;
}

Finished run(const ScratchDirectory& scratch, std::vector<std::string> arguments,
             const Command::Environment& environment) {
    return Command(scratch, std::move(arguments), environment).finish();
}

std::vector<pid_t> processes_with(const std::string& text) {
    std::vector<pid_t> pids;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::string words = read_file(entry.path() / "cmdline");
        std::replace(words.begin(), words.end(), '\0', ' ');
        if (words.find(text) != std::string::npos) pids.push_back(std::stoi(name));
    }
    return pids;
}

}  // namespace tests
