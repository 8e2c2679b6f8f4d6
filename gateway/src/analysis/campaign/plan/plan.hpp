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

/// A campaign with everything that its runs follow from: any run is a function of the plan and its
/// index.
class Plan {
  public:
    using Values = nlohmann::ordered_json;

    /// Reads DIR/plan.json.
    /// @throws std::runtime_error for one that is missing or broken
    explicit Plan(const std::filesystem::path& folder);

    std::uint64_t runs() const { return design_->runs(); }
    std::uint64_t shards() const { return (runs() + shard_size_ - 1) / shard_size_; }
    /// @throws std::invalid_argument for one that there is not
    Shard shard(std::uint64_t number) const;
    /// The shard of a run. @throws std::invalid_argument for a run that there is not
    std::uint64_t shard_of(std::uint64_t run) const;
    const std::string& digest() const { return digest_; }
    bool is_repeatable() const { return is_repeatable_; }
    /// How long a run may take on the wall clock.
    std::optional<std::chrono::duration<double>> timeout() const { return timeout_; }
    const StopRules& stop_rules() const { return stop_; }
    const KeepRules& keep_rules() const { return keep_; }
    /// The version that it was planned with.
    const std::string& gateway() const { return gateway_; }
    DesignKind design() const { return design_->kind(); }
    std::uint64_t campaign_seed() const { return seed_; }

    /// The runs of a shard follow one from another, by its search_start().
    bool is_search() const { return design() == DesignKind::falsify; }
    SearchStart search_start(std::uint64_t shard) const;

    /// The values of a run by path, in the order of the campaign's file.
    /// @pre not is_search()
    Values values(std::uint64_t run) const;
    /// Those at a point of the unit cube, which a search looks at.
    Values values_at(const std::vector<double>& point) const;
    /// The configuration of a run. @throws std::invalid_argument for a path that leads nowhere
    FrozenConfig config(const Values& values) const;
    /// The seed of a run's noise and losses; what a parameter `seed` says goes before it.
    std::uint64_t seed(std::uint64_t run) const;
    bool varies_seed() const;
    const FrozenConfig& base() const { return *base_; }
    const std::vector<Parameter>& parameters() const { return design_->parameters(); }

    /// Programs and files among their arguments, each with its digest.
    const std::vector<std::pair<std::string, std::string>>& programs() const { return programs_; }
    /// Looks whether programs are those of the plan.
    /// @throws std::runtime_error for one that is not
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

/// Freezes a campaign's file and all that it refers to into DIR/plan.json, which it makes.
/// @throws plant::FileError, std::invalid_argument for a path that leads nowhere,
/// std::runtime_error if the folder has another plan or cannot be written
void make_plan(const std::filesystem::path& campaign, const std::filesystem::path& folder);

}  // namespace gateway::campaign
