// SPDX-License-Identifier: MIT
#include "line/announce_option.hpp"

#include "posix/descriptor.hpp"
#include "scratch_folder.hpp"
#include "watchdog.hpp"

#include <gateway/command/vdsim_realtime.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <thread>

namespace announce_option_test {

using gateway::Announcement;

TEST_CASE("a server announces its addresses while its threads start") {
    const tests::Watchdog watchdog;
    const tests::ScratchFolder folder;
    ::setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1);  // for its control socket
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const gateway::Descriptor reading(ends[0]);
    gateway::RunControl control;
    std::ostringstream out, err;
    int code = -1;
    std::thread server([&] {
        code = gateway::vdsim::vdsim_realtime(
            {"--cmd-port", "0", "--data-port", "0", "--announce", std::to_string(ends[1])}, out,
            err, control);
    });
    std::string line;
    char part[64];
    for (ssize_t count; (count = ::read(reading.get(), part, sizeof part)) > 0;)
        line.append(part, static_cast<std::size_t>(count));  // until the server closes it
    control.end();
    server.join();
    CHECK(code == 0);
    const Announcement announcement = gateway::read_announcement(line);
    CHECK(announcement.pid == ::getpid());
    CHECK(announcement.http.size() == 1);
    CHECK(announcement.vds1.size() == 1);
    CHECK(announcement.token.size() == 32);
    CHECK(err.str().find("data port at http://" + announcement.http[0]) != std::string::npos);
    CHECK(err.str().find(announcement.token) == std::string::npos);
}

TEST_CASE("an address contains its token on a terminal only") {
    const std::string url = "http://127.0.0.1:8100/";
    CHECK(gateway::shown_address(url, "", false) == url);
    CHECK(gateway::shown_address(url, "abc", true) == url + "?token=abc");
    const std::string kept = gateway::shown_address(url, "secret", false);
    CHECK(kept.find(url + " (") == 0);
    CHECK(kept.find("secret") == std::string::npos);
    CHECK(kept.find("--announce") != std::string::npos);
}

}  // namespace announce_option_test
