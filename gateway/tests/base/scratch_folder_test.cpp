// SPDX-License-Identifier: MIT
// A folder in use is recognised by its lock, not by the number of its process.
#include "output/scratch_folder.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <string>

namespace scratch_folder_test {

using namespace gateway;
namespace fs = std::filesystem;

namespace {

/// The path of a folder whose process was killed.
std::string folder_of_killed_process() {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const ScratchFolder folder;
        const std::string path = folder.path();
        if (::write(ends[1], path.data(), path.size()) > 0) ::kill(::getpid(), SIGKILL);
        ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    ::close(ends[1]);
    std::array<char, 512> text{};
    const ssize_t size = ::read(ends[0], text.data(), text.size());
    ::close(ends[0]);
    REQUIRE(size > 0);
    return {text.data(), static_cast<std::size_t>(size)};
}

}  // namespace

TEST_CASE("a scratch folder of a killed process is removed by the next one, one in use is kept") {
    const ScratchFolder in_use;
    const std::string left_over = folder_of_killed_process();
    CHECK(fs::exists(left_over));
    const ScratchFolder sut;
    CHECK_FALSE(fs::exists(left_over));
    CHECK(fs::exists(in_use.path()));
    CHECK(fs::exists(sut.path()));
}

}  // namespace scratch_folder_test
