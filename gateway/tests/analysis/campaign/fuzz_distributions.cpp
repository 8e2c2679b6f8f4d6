// SPDX-License-Identifier: MIT
// The input is a file of distributions of ASAM OpenSCENARIO. A rejected file throws FileError; an
// accepted one has values that a plan can store and read back.
#include "expect.hpp"
#include "memory_file.hpp"

#include "campaign/design/distribution_file.hpp"
#include "campaign/design/read_distribution.hpp"

#include <plant/file_error.hpp>

#include <cmath>
#include <cstdint>
#include <stdexcept>

using namespace gateway::campaign;

namespace {

using fuzz::expect;

void look_at(const Distribution& distribution) {
    const std::string form = distribution.form().dump();
    const Distribution again = distribution_of(Distribution::Value::parse(form));
    for (const double unit : {0.0, 0.3, 0.5, 1 - 0x1p-53}) {
        const auto value = distribution.at(unit);
        expect(!value.is_number_float() || std::isfinite(value.get<double>()),
               "a number is finite");
        expect(again.at(unit) == value, "a form has the values of its distribution");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const MemoryFile file(data, size);
    try {
        const DistributionFile found = load_distributions(file.path());
        expect(!found.sets.empty(), "a file has distributions");
        for (const ParameterSet& set : found.sets)
            for (const Parameter& parameter : set) look_at(parameter.distribution);
        if (!found.is_stochastic) static_cast<void>(combinations_of(found.sets));
    } catch (const plant::FileError& error) {
        expect(!error.mistakes().empty(), "an error has a mistake");
    } catch (const std::invalid_argument&) {  // too many combinations
    }
    return 0;
}
