// SPDX-License-Identifier: MIT
#include "plan.hpp"

#include "campaign/design/read_distribution.hpp"
#include "number/random.hpp"
#include "text/digest.hpp"
#include "text/file_text.hpp"

#include <algorithm>
#include <stdexcept>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr int form = 1;
constexpr std::uint64_t most_runs = 1'000'000'000'000;  ///< as in a campaign's file

FrozenConfig read_files(const ordered_json& plan) {
    std::vector<FrozenFile> files;
    for (const ordered_json& file : plan.at("files"))
        files.push_back({file.at("name"), file.at("source"), file.at("sha256"), file.at("text")});
    if (files.empty()) throw std::runtime_error("has no files");
    return FrozenConfig(std::move(files));
}

std::vector<Parameter> parameters_of(const ordered_json& plan) {
    std::vector<Parameter> parameters;
    for (const auto& item : plan.at("parameters").items())
        parameters.push_back({item.key(), distribution_of(item.value())});
    return parameters;
}

}  // namespace

Plan::Plan(const fs::path& folder) : folder_(folder) {
    const fs::path file = folder / "plan.json";
    const std::string text = gateway::text_of(file);
    digest_ = digest_of(text);
    try {
        const auto plan = ordered_json::parse(text);
        if (plan.at("form") != form) throw std::runtime_error("is of another version");
        gateway_ = plan.at("gateway").get<std::string>();
        seed_ = plan.at("seed").get<std::uint64_t>();
        shard_size_ = std::max<std::uint64_t>(plan.at("shard").get<std::uint64_t>(), 1);
        is_repeatable_ = plan.at("repeatable").get<bool>();
        if (plan.contains("timeout_s")) timeout_.emplace(plan.at("timeout_s").get<double>());
        if (plan.contains("keep")) keep_ = keep_rules_of(plan.at("keep"));
        if (plan.contains("stop")) stop_ = stop_rules_of(plan.at("stop"));
        for (const auto& item : plan.at("programs").items())
            programs_.emplace_back(item.key(), item.value().get<std::string>());
        design_ = std::make_unique<Design>(design_named(plan.at("design")), seed_, plan.at("runs"),
                                           parameters_of(plan));
        if (runs() == 0 || runs() > most_runs || shard_size_ > most_runs)
            throw std::runtime_error("runs and shard must be 1 to " + std::to_string(most_runs));
        if (is_search()) search_ = search_method_named(plan.at("search"));
        base_ = std::make_unique<FrozenConfig>(read_files(plan));
    } catch (const std::exception& error) {
        throw std::runtime_error(file.string() + ": " + error.what());
    }
}

Shard Plan::shard(std::uint64_t number) const {
    if (number >= shards())
        throw std::invalid_argument("--shard: the last one is " + std::to_string(shards() - 1));
    const std::uint64_t first = number * shard_size_;
    return {folder_, digest_, number, first, std::min(first + shard_size_, runs()), is_repeatable_};
}

std::uint64_t Plan::shard_of(std::uint64_t run) const {
    if (run >= runs())
        throw std::invalid_argument("RUN: the last one is " + std::to_string(runs() - 1));
    return run / shard_size_;
}

Plan::Values Plan::values(std::uint64_t run) const {
    Values values = Values::object();
    for (std::size_t i = 0; i < parameters().size(); ++i)
        values[parameters()[i].path] = design_->value(run, i);
    return values;
}

SearchStart Plan::search_start(std::uint64_t shard) const {
    return {search_, parameters().size(), seed_, shard, shards()};
}

Plan::Values Plan::values_at(const std::vector<double>& point) const {
    Values values = Values::object();
    for (std::size_t i = 0; i < parameters().size(); ++i)
        values[parameters()[i].path] = parameters()[i].distribution.searched(point[i]);
    return values;
}

FrozenConfig Plan::config(const Values& values) const {
    FrozenConfig config(*base_);
    for (const auto& item : values.items()) config.set(item.key(), item.value());
    return config;
}

std::uint64_t Plan::seed(std::uint64_t run) const {
    const std::uint64_t own = design() == DesignKind::each_fault ? 0 : run;
    return random_bits({seed_, own, stream_of("seed"), 0});
}

bool Plan::varies_seed() const {
    return std::any_of(parameters().begin(), parameters().end(),
                       [](const Parameter& parameter) { return parameter.path == "seed"; });
}

void Plan::check_programs() const {
    for (const auto& [file, digest] : programs_)
        if (digest_of_file(file) != digest)
            throw std::runtime_error(file +
                                     ": has changed since the campaign was planned; plan it again "
                                     "in another folder");
}

}  // namespace gateway::campaign
