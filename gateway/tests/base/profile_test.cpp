// SPDX-License-Identifier: MIT
#include <gateway/base/profile.hpp>

#include <doctest/doctest.h>

#include <sstream>

namespace profile_test {

using namespace std::chrono_literals;
using gateway::Phase;
using gateway::Profile;

/// A cycle of 10 us: 2 for the inputs, 7 for the program, 1 for the vehicle.
Profile after_cycles(int count) {
    Profile sut;
    Profile::Clock::time_point now{};
    sut.begin(now);
    for (int i = 0; i < count; ++i) {
        sut.mark(Phase::inputs, now += 2us);
        sut.mark(Phase::wait, now += 7us);
        sut.mark(Phase::vehicle, now += 1us);
    }
    return sut;
}

TEST_CASE("a phase lasts from the previous mark to its mark") {
    const Profile sut = after_cycles(3);
    CHECK(sut.of(Phase::inputs).count() == 3);
    CHECK(sut.of(Phase::wait).max() == 7us);
    CHECK(sut.of(Phase::sleep).count() == 0);
}

TEST_CASE("the shares of all phases add up to the whole") {
    const Profile sut = after_cycles(5);
    CHECK(sut.share(Phase::inputs) == doctest::Approx(0.2));
    CHECK(sut.share(Phase::wait) == doctest::Approx(0.7));
    CHECK(sut.share(Phase::vehicle) == doctest::Approx(0.1));
    CHECK(Profile().share(Phase::wait) == 0);
}

TEST_CASE("a profile is printed with a line for each phase") {
    std::ostringstream out;
    print(after_cycles(5), out);
    const std::string text = out.str();
    CHECK(text.find("wait for the program           5       7.000       7.000   70.0%\n") !=
          std::string::npos);
    CHECK(text.find("sleep                          0       0.000       0.000    0.0%\n") !=
          std::string::npos);
}

TEST_CASE("without a profile a mark has no effect") {
    gateway::mark(nullptr, Phase::wait);
    Profile sut;
    sut.begin();
    gateway::mark(&sut, Phase::wait);
    CHECK(sut.of(Phase::wait).count() == 1);
}

}  // namespace profile_test
