// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::campaign {

/// What is minimised: a value for a point of the unit cube, both ends included, or infinity where
/// there is none. Nothing ends the search: it is asked no more.
using Objective = std::function<std::optional<double>(const std::vector<double>& point)>;

/// How a search chooses where to look next.
enum class SearchMethod {
    crs,     ///< controlled random search with local mutation (Kaelo and Ali, 2006)
    cmaes,   ///< evolution strategy with covariance matrix adaptation
    direct,  ///< dividing rectangles, locally biased (Gablonsky and Kelley, 2001)
};

/// In the order of the methods.
const std::vector<std::string_view>& search_method_names();
std::string name_of(SearchMethod method);
/// @throws std::invalid_argument if there is none of that name
SearchMethod search_method_named(const std::string& name);

/// One of several searches for one minimum, each of which begins elsewhere.
struct SearchStart {
    SearchMethod method = SearchMethod::crs;
    std::size_t dimensions = 1;
    std::uint64_t seed = 0;
    std::uint64_t number = 0, count = 1;
};

/// Minimises over the unit cube until the objective ends it, or until it finds nothing more to look
/// at. What it asks follows from the start and the values that it got, on every machine.
/// `direct`, which draws nothing at random, has for each start a part of the cube of its own.
/// @pre no other thread of the process is in it: the random numbers of NLopt belong to the process
/// @throws what the objective throws
void minimise(const SearchStart& start, const Objective& objective);

/// From `low` to `high` in each dimension.
struct Box {
    std::vector<double> low, high;
};

/// The unit cube, cut into as many boxes of one volume as there are starts: that of one of them.
Box box_of(const SearchStart& start);

}  // namespace gateway::campaign
