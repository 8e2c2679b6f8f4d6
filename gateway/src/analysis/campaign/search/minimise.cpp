// SPDX-License-Identifier: MIT
#include "minimise.hpp"

#include "cma_es.hpp"
#include "number/random.hpp"

#include <nlopt.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

namespace gateway::campaign {
namespace {

/// The value instead of infinity, which DIRECT does not support.
constexpr double no_value = 1e12;

struct DestroyOptimiser {
    void operator()(nlopt_opt optimiser) const { nlopt_destroy(optimiser); }
};

/// An optimiser of NLopt. It is C code, so no exception may pass through it.
class Optimiser {
  public:
    Optimiser(nlopt_algorithm algorithm, const Box& box, const Objective& objective)
        : objective_(objective),
          optimiser_(nlopt_create(algorithm, static_cast<unsigned>(box.low.size()))) {
        if (!optimiser_) throw std::bad_alloc();
        nlopt_set_lower_bounds(optimiser_.get(), box.low.data());
        nlopt_set_upper_bounds(optimiser_.get(), box.high.data());
        nlopt_set_min_objective(optimiser_.get(), evaluate, this);
    }
    Optimiser(const Optimiser&) = delete;
    Optimiser& operator=(const Optimiser&) = delete;

    void optimise(std::vector<double> first) {
        double least = 0;
        const nlopt_result result = nlopt_optimize(optimiser_.get(), first.data(), &least);
        if (thrown_) std::rethrow_exception(thrown_);
        if (result < 0 && result != NLOPT_FORCED_STOP && result != NLOPT_ROUNDOFF_LIMITED)
            throw std::runtime_error(std::string("NLopt: ") + nlopt_result_to_string(result));
    }

  private:
    static double evaluate(unsigned count, const double* point, double*, void* self) {
        return static_cast<Optimiser*>(self)->value({point, point + count});
    }
    double value(const std::vector<double>& point) {
        if (has_ended_) return no_value;
        try {
            if (const auto value = objective_(point)) return std::min(*value, no_value);
        } catch (...) {
            thrown_ = std::current_exception();
        }
        has_ended_ = true;
        nlopt_force_stop(optimiser_.get());
        return no_value;
    }

    const Objective& objective_;
    std::unique_ptr<nlopt_opt_s, DestroyOptimiser> optimiser_;
    std::exception_ptr thrown_;
    bool has_ended_ = false;
};

Box whole_cube(std::size_t dimensions) {
    return {std::vector<double>(dimensions, 0), std::vector<double>(dimensions, 1)};
}

void minimise_by_crs(const SearchStart& start, const Objective& objective) {
    const std::uint32_t stream = stream_of("crs");
    nlopt_srand(random_bits({start.seed, start.number, stream, 0}));
    std::vector<double> first(start.dimensions);
    for (std::uint32_t i = 0; i < first.size(); ++i)
        first[i] = random_unit({start.seed, start.number, stream, i + 1});
    Optimiser(NLOPT_GN_CRS2_LM, whole_cube(start.dimensions), objective).optimise(std::move(first));
}

void minimise_by_direct(const SearchStart& start, const Objective& objective) {
    const Box box = box_of(start);
    Optimiser(NLOPT_GN_DIRECT_L, box, objective).optimise(box.low);
}

}  // namespace

const std::vector<std::string_view>& search_method_names() {
    static const std::vector<std::string_view> names{"crs", "cmaes", "direct"};
    return names;
}

std::string name_of(SearchMethod method) {
    return std::string(search_method_names()[static_cast<std::size_t>(method)]);
}

SearchMethod search_method_named(const std::string& name) {
    const auto& names = search_method_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument(name + ": is not a search method");
    return static_cast<SearchMethod>(found - names.begin());
}

void minimise(const SearchStart& start, const Objective& objective) {
    switch (start.method) {
        case SearchMethod::cmaes:
            return minimise_by_cma_es(start.dimensions, start.seed, start.number, objective);
        case SearchMethod::crs:
            return minimise_by_crs(start, objective);
        case SearchMethod::direct:
            return minimise_by_direct(start, objective);
    }
}

/// Divides the longest side repeatedly, in proportion to the numbers of starts in both parts.
Box box_of(const SearchStart& start) {
    Box box = whole_cube(start.dimensions);
    std::uint64_t first = 0, count = start.count;
    while (count > 1) {
        std::size_t side = 0;
        for (std::size_t i = 1; i < start.dimensions; ++i)
            if (box.high[i] - box.low[i] > box.high[side] - box.low[side]) side = i;
        const std::uint64_t below = count / 2;
        const double share = static_cast<double>(below) / static_cast<double>(count);
        const double cut = box.low[side] + (box.high[side] - box.low[side]) * share;
        const bool is_below = start.number - first < below;
        (is_below ? box.high : box.low)[side] = cut;
        first += is_below ? 0 : below;
        count = is_below ? below : count - below;
    }
    return box;
}

}  // namespace gateway::campaign
