// SPDX-License-Identifier: MIT
#include "campaign/pool/engine.hpp"

#include <doctest/doctest.h>

#include <map>
#include <stdexcept>

namespace engine_test {

using namespace gateway::campaign;

namespace {

Share share(const std::map<std::string, std::string>& variables) {
    return share_of_engine([&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

void check_share(const std::map<std::string, std::string>& variables, std::uint64_t first,
                 std::optional<std::uint64_t> stride) {
    CAPTURE(variables.begin()->first);
    CHECK(share(variables).first == first);
    CHECK(share(variables).stride == stride);
}

}  // namespace

TEST_CASE("Each engine gives a worker its share in its own variables") {
    check_share({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_MAX", "19"}}, 7, 20);
    check_share({{"PBS_ARRAY_INDEX", "3"}}, 3, {});
    check_share({{"SGE_TASK_ID", "1"}, {"SGE_TASK_LAST", "5"}}, 0, 5);
    check_share({{"LSB_JOBINDEX", "4"}, {"LSB_JOBINDEX_END", "4"}}, 3, 4);
    check_share({{"CI_NODE_INDEX", "2"}, {"CI_NODE_TOTAL", "3"}}, 1, 3);
    check_share({{"JOB_COMPLETION_INDEX", "0"}}, 0, {});
    check_share({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "4"}}, 2, 4);
    check_share({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}, 0, 2);
    check_share({{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "2"}}, 1, 2);
}

TEST_CASE("The index of an array takes precedence over a rank within its element") {
    check_share({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}}, 7,
                {});
}

TEST_CASE("A value that means no array is ignored") {
    check_share({{"SGE_TASK_ID", "undefined"}, {"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}, 1, 2);
    check_share({{"LSB_JOBINDEX", "0"}, {"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}, 1, 2);
    CHECK_THROWS_AS(share({{"HOME", "/"}}), std::invalid_argument);
}

TEST_CASE("A value that is not a number is rejected with the name of its variable") {
    CHECK_THROWS_WITH_AS(share({{"PBS_ARRAY_INDEX", "x"}}), doctest::Contains("PBS_ARRAY_INDEX"),
                         std::invalid_argument);
    CHECK_THROWS_AS(share({{"PMI_RANK", "0"}, {"PMI_SIZE", "0"}}), std::invalid_argument);
}

TEST_CASE("A share is a single shard or that of one element of several") {
    Share share;
    CHECK(read_share("7", share).empty());
    CHECK(share.first == 7);
    CHECK_FALSE(share.stride);
    CHECK(read_share("3/20", share).empty());
    CHECK(share.first == 3);
    CHECK(share.stride == std::uint64_t{20});
    CHECK(read_share("01/10", share).empty());
    CHECK(share.first == 1);
    CHECK(share.stride == std::uint64_t{10});
    for (const char* const wrong : {"", "x", "-1", "1/", "/2", "1/0", "1/2/3", "0x3", "1 / 2"})
        CHECK_FALSE(read_share(wrong, share).empty());
    CHECK(read_share("20/20", share) == "must be less than 20");
}

TEST_CASE("All shards are divided among the workers and each has one worker") {
    using Numbers = std::vector<std::uint64_t>;
    CHECK(shards_of({1, 3}, 8) == Numbers{1, 4, 7});
    CHECK(shards_of({2, 3}, 8) == Numbers{2, 5});
    CHECK(shards_of({2, {}}, 8) == Numbers{2});
    CHECK(shards_of({8, {}}, 8).empty());
    CHECK(shards_of({8, 9}, 8).empty());
}

}  // namespace engine_test
