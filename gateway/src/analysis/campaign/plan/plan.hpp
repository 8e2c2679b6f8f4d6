// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/store/shard.hpp"
#include "campaign_file.hpp"
#include "frozen/frozen_config.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gateway::campaign {

/// A frozen campaign. It contains everything that its runs depend on: the result of a run is a
/// function of the plan and the run's index.
class Plan {
  public:
    using Values = nlohmann::ordered_json;

    /// Reads DIR/plan.json.
    /// @throws std::runtime_error if it is missing or invalid
    explicit Plan(const std::filesystem::path& folder);

    std::uint64_t runs() const { return design_->runs(); }
    std::uint64_t shards() const { return (runs() + shard_size_ - 1) / shard_size_; }
    /// @throws std::invalid_argument for a number out of range
    Shard shard(std::uint64_t number) const;
    /// The shard of a run. @throws std::invalid_argument for a run out of range
    std::uint64_t shard_of(std::uint64_t run) const;
    const std::string& digest() const { return digest_; }
    bool is_repeatable() const { return is_repeatable_; }
    /// The time-out of a run in wall time.
    std::optional<std::chrono::duration<double>> timeout() const { return timeout_; }
    const StopRules& stop_rules() const { return stop_; }
    const KeepRules& keep_rules() const { return keep_; }
    /// The version of the gateway that made the plan.
    const std::string& gateway() const { return gateway_; }
    DesignKind design() const { return design_->kind(); }
    std::uint64_t campaign_seed() const { return seed_; }

    /// Whether it is a search: each run of a shard depends on the earlier ones, from search_start()
    /// on.
    bool is_search() const { return design() == DesignKind::falsify; }
    SearchStart search_start(std::uint64_t shard) const;

    /// The values of a run by path, in the order of the campaign's file.
    /// @pre not is_search()
    Values values(std::uint64_t run) const;
    /// The values at a point of the unit cube, for a search.
    Values values_at(const std::vector<double>& point) const;
    /// The configuration of a run. @throws std::invalid_argument for a path that does not exist
    FrozenConfig config(const Values& values) const;
    /// The seed of a run's noise and losses; a parameter `seed` overrides it. It is the same in all
    /// runs of `each_fault`, so that they differ by the fault alone.
    std::uint64_t seed(std::uint64_t run) const;
    bool varies_seed() const;
    const FrozenConfig& base() const { return *base_; }
    const std::vector<Parameter>& parameters() const { return design_->parameters(); }

    /// Programs, and files among their arguments, each with its digest.
    const std::vector<std::pair<std::string, std::string>>& programs() const { return programs_; }
    /// Checks that the programs have not changed since the plan was made.
    /// @throws std::runtime_error for one that has
    void check_programs() const;

  private:
    std::filesystem::path folder_;
    std::string digest_, gateway_;
    std::uint64_t seed_ = 0, shard_size_ = 1;
    bool is_repeatable_ = true;
    std::optional<std::chrono::duration<double>> timeout_;
    StopRules stop_;
    KeepRules keep_;
    SearchMethod search_ = SearchMethod::crs;
    std::unique_ptr<Design> design_;
    std::unique_ptr<FrozenConfig> base_;
    std::vector<std::pair<std::string, std::string>> programs_;  ///< file and digest
};

/// Writes DIR/plan.json, with a copy of the campaign's file and of all files that it names.
/// @throws plant::FileError, std::invalid_argument for a path that does not exist,
/// std::runtime_error if the folder has another plan or cannot be written
void make_plan(const std::filesystem::path& campaign, const std::filesystem::path& folder);

}  // namespace gateway::campaign
