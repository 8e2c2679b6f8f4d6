// SPDX-License-Identifier: MIT
#include "run_suites.hpp"

#include "command_output.hpp"

#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

void run_once(Build& build, SuiteReport& suite) {
    try {
        add_round(output_of({build.program, suite.suite, "--json"}), suite);
    } catch (const std::exception& error) {
        suite.error = error.what();
        std::fprintf(stderr, "ddc-bench: %s: %s\n", suite.suite.c_str(), suite.error.c_str());
    }
}

/// The progress, and the estimated time for the rest.
class Progress {
  public:
    explicit Progress(std::size_t runs) : runs_(runs) {}
    void next(const std::string& suite, int round) {
        std::fprintf(stderr, "run %zu of %zu: %s, round %d", done_ + 1, runs_, suite.c_str(),
                     round);
        const std::chrono::duration<double, std::ratio<60>> passed = Clock::now() - start_;
        if (round > 1)
            std::fprintf(
                stderr, "; about %.1f minutes to go",
                passed.count() * static_cast<double>(runs_ - done_) / static_cast<double>(done_));
        std::fprintf(stderr, "\n");
        ++done_;
    }

  private:
    Clock::time_point start_ = Clock::now();
    std::size_t runs_;
    std::size_t done_ = 0;
};

}  // namespace

void run_suites(const std::vector<std::string>& suites, int rounds, std::vector<Build>& builds,
                const std::function<void()>& after_each_run) {
    for (Build& build : builds)
        for (const std::string& suite : suites) build.report.suites.push_back({suite, {}, ""});
    Progress progress(suites.size() * static_cast<std::size_t>(rounds) * builds.size());
    for (int round = 1; round <= rounds; ++round)
        for (std::size_t i = 0; i < suites.size(); ++i)
            for (Build& build : builds) {
                progress.next(suites[i], round);
                SuiteReport& suite = build.report.suites[i];
                if (suite.error.empty()) run_once(build, suite);
                after_each_run();
            }
}

}  // namespace bench
