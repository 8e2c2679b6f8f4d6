// SPDX-License-Identifier: MIT
#include "posix/spawn.hpp"

#include "posix/descriptor.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>

#include <cerrno>
#include <csignal>

namespace spawn_test {

using namespace gateway;

namespace {

/// A shell command.
std::vector<std::string> shell(const std::string& line) {
    return {"sh", "-c", line};
}

/// @return the status of waitpid()
int status_of(Spawn& program) {
    pid_t pid = -1;
    REQUIRE(program.start(pid) == 0);
    return await_end(pid).value();
}

/// A descriptor without close-on-exec: only Spawn closes it.
Descriptor inheritable() {
    return Descriptor(::fcntl(STDERR_FILENO, F_DUPFD, 20));
}

}  // namespace

TEST_CASE("a started program inherits the standard streams and the kept descriptors only") {
    const Descriptor careless = inheritable(), kept = inheritable();
    const std::string place = "/proc/$$/fd/";
    const std::string closed = "! test -e " + place + std::to_string(careless.get()) +
                               " && ! test -e " + place + std::to_string(kept.get());
    Spawn without(shell(closed + " && ! test -e " + place + "3"));
    CHECK(status_of(without) == 0);
    Spawn with(shell(closed + " && test -e " + place + "3"));
    with.keep(kept.get());
    CHECK(status_of(with) == 0);
}

TEST_CASE("a started program has its given environment, folder and streams") {
    Spawn sut(shell("test \"$A\" = b && test -z \"$HOME\" && test \"$(pwd)\" = / && ! read line"));
    sut.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    sut.start_in("/");
    sut.set_environment({"A=b", "PATH=/usr/bin:/bin"});
    CHECK(status_of(sut) == 0);
}

TEST_CASE("a signal that this process ignores ends a program started with default signals") {
    struct sigaction ignored {
    }, before{};
    ignored.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignored, &before);
    sigset_t pipe;
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    Spawn as_it_is(shell("kill -PIPE $$; exit 7")), usual(shell("kill -PIPE $$; exit 7"));
    usual.reset_signals(pipe);
    const int first = status_of(as_it_is), second = status_of(usual);
    ::sigaction(SIGPIPE, &before, nullptr);
    CHECK((WIFEXITED(first) && WEXITSTATUS(first) == 7));
    CHECK((WIFSIGNALED(second) && WTERMSIG(second) == SIGPIPE));
}

TEST_CASE("starting a missing program returns the reason") {
    pid_t pid = -1;
    Spawn sut({"/no/such/program"});
    CHECK(sut.start(pid) == ENOENT);
    CHECK_FALSE(await_end(::getpid()).has_value());
}

}  // namespace spawn_test
