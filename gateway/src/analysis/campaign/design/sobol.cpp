// SPDX-License-Identifier: MIT
#include "sobol.hpp"

#include <boost/random/sobol.hpp>

#include <stdexcept>

namespace gateway::campaign {
namespace {

using Table = boost::random::default_sobol_table;

unsigned degree_of(std::uint64_t polynomial) {
    unsigned degree = 0;
    while (polynomial >> (degree + 1) != 0) ++degree;
    return degree;
}

/// The recurrence of Bratley and Fox, "Algorithm 659" (1988), section 2.
std::uint64_t next(const std::array<std::uint64_t, SobolDimension::bits>& before, unsigned k,
                   std::uint64_t polynomial, unsigned degree) {
    std::uint64_t value = before[k - degree] ^ before[k - degree] << degree;
    for (unsigned j = 1; j < degree; ++j)
        if ((polynomial >> (degree - j) & 1U) != 0) value ^= before[k - j] << j;
    return value;
}

}  // namespace

SobolDimension::SobolDimension(unsigned dimension) {
    if (dimension >= Table::max_dimension)
        throw std::out_of_range("the Sobol sequence has 3667 dimensions");
    directions_.fill(1);
    if (dimension > 0) {
        const std::uint64_t polynomial = Table::polynomial(dimension - 1);
        const unsigned degree = degree_of(polynomial);
        for (unsigned k = 0; k < degree; ++k) directions_[k] = Table::minit(dimension - 1, k);
        for (unsigned k = degree; k < bits; ++k)
            directions_[k] = next(directions_, k, polynomial, degree);
    }
    for (unsigned k = 0; k < bits; ++k) directions_[k] <<= bits - 1 - k;
}

std::uint64_t SobolDimension::at(std::uint64_t number) const {
    std::uint64_t gray = number ^ number >> 1U;
    std::uint64_t value = 0;
    for (unsigned k = 0; gray != 0 && k < bits; ++k, gray >>= 1U)
        if ((gray & 1U) != 0) value ^= directions_[k];
    return value;
}

}  // namespace gateway::campaign
