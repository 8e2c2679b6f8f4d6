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

/// The function to minimise: returns the value at a point of the closed unit cube, infinity if it
/// has no value, or nothing to end the search.
using Objective = std::function<std::optional<double>(const std::vector<double>& point)>;

/// The method by which a search chooses its points.
enum class SearchMethod {
    crs,     ///< controlled random search with local mutation (Kaelo and Ali, 2006)
    cmaes,   ///< evolution strategy with covariance matrix adaptation
    direct,  ///< dividing rectangles, locally biased (Gablonsky and Kelley, 2001)
};

/// The names, in the order of SearchMethod.
const std::vector<std::string_view>& search_method_names();
std::string name_of(SearchMethod method);
/// @throws std::invalid_argument for an unknown name
SearchMethod search_method_named(const std::string& name);

/// The start of one of several searches for the same minimum, each with another start point.
struct SearchStart {
    SearchMethod method = SearchMethod::crs;
    std::size_t dimensions = 1;
    std::uint64_t seed = 0;
    std::uint64_t number = 0, count = 1;
};

/// Minimises over the unit cube until the objective ends the search or the method has no further
/// points. The points depend only on the start and the values of earlier points, on every machine.
/// `direct`, which is not random, searches a separate part of the cube for each start.
/// @pre no other thread of the process executes it: NLopt has one random generator per process
/// @throws what the objective throws
void minimise(const SearchStart& start, const Objective& objective);

/// A box from `low` to `high` in each dimension.
struct Box {
    std::vector<double> low, high;
};

/// The box of a start, if the unit cube is divided into boxes of equal volume, one for each start.
Box box_of(const SearchStart& start);

}  // namespace gateway::campaign
