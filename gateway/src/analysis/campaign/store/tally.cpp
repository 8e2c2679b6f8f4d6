// SPDX-License-Identifier: MIT
#include "tally.hpp"

#include <gateway/base/exit_code.hpp>

namespace gateway::campaign {

void Tally::add(RunOutcome outcome) {
    switch (outcome) {
        case RunOutcome::skipped:
            ++skipped;
            break;
        case RunOutcome::done:
            ++done;
            break;
        case RunOutcome::pass:
            ++passed;
            break;
        case RunOutcome::fail:
            ++failed;
            break;
        case RunOutcome::error:
            ++errors;
            break;
    }
}

void Tally::add(const Tally& other) {
    done += other.done;
    passed += other.passed;
    failed += other.failed;
    errors += other.errors;
    skipped += other.skipped;
}

std::string to_string(const Tally& tally, std::uint64_t runs) {
    std::string text = std::to_string(tally.present()) + " of " + std::to_string(runs) + " runs: ";
    const auto add = [&](std::uint64_t count, const char* what) {
        text += std::to_string(count) + what;
    };
    const bool are_judged = tally.passed + tally.failed > 0;
    if (tally.done > 0) add(tally.done, " done, ");
    if (tally.done == 0 || are_judged) {
        add(tally.passed, " pass, ");
        add(tally.failed, " fail, ");
    }
    add(tally.errors, " error, ");
    if (tally.skipped > 0) add(tally.skipped, " skipped, ");
    add(runs - tally.present(), " missing");
    return text;
}

int exit_code_of(const Tally& tally, std::uint64_t runs) {
    if (tally.present() < runs || tally.errors > 0) return exit_code::failed;
    return tally.failed > 0 ? exit_code::not_met : exit_code::done;
}

}  // namespace gateway::campaign
