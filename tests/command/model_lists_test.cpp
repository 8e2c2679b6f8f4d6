// SPDX-License-Identifier: MIT
// Every option for a vehicle model offers all models that fit, from the plant's one table.
#include "command.hpp"

#include <plant/model.hpp>

#include <doctest/doctest.h>

namespace model_lists_test {

/// The names of models of this kind that `text` does not have.
std::string missing(const std::string& text, plant::Takes takes) {
    std::string lacks;
    for (const std::string_view name : plant::model_names(takes))
        if (text.find(name) == std::string::npos) lacks.append(" ").append(name);
    return lacks;
}

TEST_CASE("vdsim_realtime offers each model that has a level, by level and name") {
    const tests::ScratchDirectory scratch;
    const auto help = tests::run(scratch, {"vdsim_realtime", "--help"});
    CHECK(help.exit_code == 0);
    for (const plant::ModelInfo& row : plant::models) {
        if (row.level.empty()) continue;
        const std::string shown = std::string(row.level) + " (" + std::string(row.name) + ")";
        CAPTURE(shown);
        CHECK(help.out.find(shown) != std::string::npos);
    }
}

TEST_CASE("replay names the models of both kinds, and lists those that fit for another name") {
    const tests::ScratchDirectory scratch;
    const auto help = tests::run(scratch, {"ddc-gateway", "replay", "--help"});
    CHECK(missing(help.out, plant::Takes::pedals) == "");
    CHECK(missing(help.out, plant::Takes::actuation) == "");
    const auto file = std::string(PROJECT_DIRECTORY) + "/plant/data/scenario/braking.yaml";
    const auto refused =
        tests::run(scratch, {"ddc-gateway", "replay", file, "--model", "actuation_cmd"});
    CHECK(refused.exit_code == 2);
    CHECK(missing(refused.err, plant::Takes::pedals) == "");
}

}  // namespace model_lists_test
