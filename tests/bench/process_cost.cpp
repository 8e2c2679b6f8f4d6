// SPDX-License-Identifier: MIT
#include "process_cost.hpp"

#include "process/program_file.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

namespace bench {

ProcessCost cost_of(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const auto start = std::chrono::steady_clock::now();
    pid_t process = -1;
    const int error =
        ::posix_spawn(&process, words.front().c_str(), &files, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    int status = -1;
    rusage usage{};
    if (error != 0 || ::wait4(process, &status, 0, &usage) != process || status != 0)
        throw std::runtime_error(words.front() + " has failed");
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
            usage.ru_maxrss};
}

std::string gateway_file() {
    return gateway::own_directory() / "ddc-gateway";
}

}  // namespace bench
