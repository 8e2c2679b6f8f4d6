// SPDX-License-Identifier: MIT
#include "distribution_file.hpp"

#include "frozen/word_meaning.hpp"
#include "read_distribution.hpp"
#include "text/file_text.hpp"
#include "text/text.hpp"

#include <plant/file_error.hpp>
#include <plant/number_text.hpp>

#include <pugixml.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace gateway::campaign {
namespace {

using Value = Distribution::Value;

constexpr double most_values = 1'000'000;

/// The ends of a range, in the order that forms of distributions use.
using Limits = std::vector<double>;

class DistributionReader {
  public:
    explicit DistributionReader(const std::filesystem::path& file)
        : file_(file.string()), text_(text_of(file)) {
        const auto parsed = document_.load_buffer(text_.data(), text_.size());
        if (!parsed)
            fail(line_at(parsed.offset), "", std::string("is not XML: ") + parsed.description());
    }

    DistributionFile read() {
        const pugi::xml_node root =
            child(child(document_, "OpenSCENARIO"), "ParameterValueDistribution");
        const pugi::xml_node sure = root.child("Deterministic"), random = root.child("Stochastic");
        if (sure.empty() == random.empty())
            fail(root, "must have one of Deterministic and Stochastic");
        if (sure)
            read_deterministic(sure);
        else
            read_stochastic(random);
        if (result_.sets.empty()) fail(root, "has no distribution");
        return std::move(result_);
    }

  private:
    int line_at(std::ptrdiff_t offset) const {
        const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(
                                             offset, 0, static_cast<std::ptrdiff_t>(text_.size()));
        return 1 + static_cast<int>(std::count(text_.begin(), end, '\n'));
    }
    [[noreturn]] void fail(int line, const std::string& key, const std::string& reason) const {
        throw plant::FileError(file_, line, 0, key, reason);
    }
    [[noreturn]] void fail(const pugi::xml_node& node, const std::string& reason) const {
        fail(line_at(node.offset_debug()), node.name(), reason);
    }

    pugi::xml_node child(const pugi::xml_node& node, const char* name) const {
        const pugi::xml_node found = node.child(name);
        if (!found) fail(node, std::string("must have an element ") + name);
        return found;
    }
    /// The child elements of a node, which must all have this name.
    std::vector<pugi::xml_node> children(const pugi::xml_node& node,
                                         const std::string& name) const {
        std::vector<pugi::xml_node> all;
        for (const pugi::xml_node& each : node.children()) {
            if (each.type() != pugi::node_element) continue;
            if (each.name() != name) fail(each, "is unknown here; expected " + name);
            all.push_back(each);
        }
        if (all.empty()) fail(node, "must have an element " + name);
        return all;
    }
    std::string text(const pugi::xml_node& node, const char* name) const {
        const pugi::xml_attribute attribute = node.attribute(name);
        if (!attribute) fail(node, std::string("must have an attribute ") + name);
        const std::string value = attribute.value();
        if (!is_utf8(value)) fail(node, std::string(name) + ": is not UTF-8");
        if (value.rfind('$', 0) == 0)
            fail(node, std::string(name) + ": expressions are not supported; write the value");
        return value;
    }
    double number(const pugi::xml_node& node, const char* name) const {
        double value = 0;
        const std::string complaint = plant::read_data_number(text(node, name), {}, value);
        if (!complaint.empty()) fail(node, std::string(name) + ": " + complaint);
        return value;
    }
    std::uint64_t count(const pugi::xml_node& node, const char* name) const {
        const double value = number(node, name);
        if (value < 0 || value > 0x1p53 || value != std::floor(value))
            fail(node, std::string(name) + ": must be a whole number, 0 or more");
        return static_cast<std::uint64_t>(value);
    }
    Limits limits(const pugi::xml_node& range) const {
        const Limits ends{number(range, "lowerLimit"), number(range, "upperLimit")};
        if (ends[0] > ends[1]) fail(range, "lowerLimit must not be above upperLimit");
        return ends;
    }
    /// The limits of the element Range; none if it is missing.
    Limits cut(const pugi::xml_node& node) const {
        const pugi::xml_node range = node.child("Range");
        return range ? limits(range) : Limits();
    }

    void add(const pugi::xml_node& node, ParameterSet set) {
        for (const Parameter& parameter : set)
            if (!paths_.insert(parameter.path).second)
                fail(node, parameter.path + ": already has a distribution");
        result_.sets.push_back(std::move(set));
    }
    Distribution made(const pugi::xml_node& node, const Value& form) const {
        try {
            return distribution_of(form);
        } catch (const std::invalid_argument& error) {
            fail(node, error.what());
        }
    }

    void read_deterministic(const pugi::xml_node& root) {
        for (const pugi::xml_node& node : root.children()) {
            const std::string name = node.name();
            if (name == "DeterministicSingleParameterDistribution")
                add(node, {{text(node, "parameterName"), values(node)}});
            else if (name == "DeterministicMultiParameterDistribution")
                add(node, value_sets(child(node, "ValueSetDistribution")));
            else if (node.type() == pugi::node_element)
                fail(node, "is not a deterministic distribution");
        }
    }
    Distribution values(const pugi::xml_node& node) const {
        if (const pugi::xml_node set = node.child("DistributionSet")) return elements(set);
        if (const pugi::xml_node range = node.child("DistributionRange")) return steps(range);
        fail(node, "must have a DistributionSet or a DistributionRange");
    }
    Distribution elements(const pugi::xml_node& set) const {
        std::vector<Value> values;
        for (const pugi::xml_node& element : children(set, "Element"))
            values.push_back(meaning_of_data(text(element, "value")));
        return Distribution::among(std::move(values));
    }
    /// The values of a range with steps. They include the upper limit if it is a whole number of
    /// steps from the lower one, within rounding.
    Distribution steps(const pugi::xml_node& range) const {
        const double step = number(range, "stepWidth");
        const Limits ends = limits(child(range, "Range"));
        const double last = std::floor((ends[1] - ends[0]) / step * (1 + 1e-12) + 1e-12);
        if (!(step > 0) || !(last < most_values))
            fail(range,
                 "stepWidth: must be above 0, and the range must not have more than a million "
                 "values");
        std::vector<Value> values;
        for (double i = 0; i <= last; ++i)
            values.emplace_back(std::min(ends[0] + i * step, ends[1]));
        return Distribution::among(std::move(values));
    }
    ParameterSet value_sets(const pugi::xml_node& root) const {
        const auto rows = children(root, "ParameterValueSet");
        std::vector<std::string> paths;
        for (const pugi::xml_node& each : children(rows.front(), "ParameterAssignment"))
            paths.push_back(text(each, "parameterRef"));
        std::vector<std::vector<Value>> columns(paths.size());
        for (const pugi::xml_node& row : rows) add_row(row, paths, columns);
        ParameterSet set;
        for (std::size_t i = 0; i < paths.size(); ++i)
            set.push_back({paths[i], Distribution::among(std::move(columns[i]))});
        return set;
    }
    void add_row(const pugi::xml_node& row, const std::vector<std::string>& paths,
                 std::vector<std::vector<Value>>& columns) const {
        const auto cells = children(row, "ParameterAssignment");
        if (cells.size() != paths.size())
            fail(row, "must assign the parameters of the first ParameterValueSet");
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const auto cell = std::find_if(cells.begin(), cells.end(), [&](auto& each) {
                return text(each, "parameterRef") == paths[i];
            });
            if (cell == cells.end()) fail(row, "must assign " + paths[i] + ", as the first does");
            columns[i].push_back(meaning_of_data(text(*cell, "value")));
        }
    }

    void read_stochastic(const pugi::xml_node& root) {
        result_.is_stochastic = true;
        result_.runs = count(root, "numberOfTestRuns");
        if (*result_.runs == 0) fail(root, "numberOfTestRuns: must be at least 1");
        if (root.attribute("randomSeed")) result_.seed = count(root, "randomSeed");
        for (const pugi::xml_node& node : children(root, "StochasticDistribution"))
            add(node, {{text(node, "parameterName"), stochastic(node)}});
    }
    Distribution stochastic(const pugi::xml_node& node) const {
        for (const pugi::xml_node& each : node.children())
            if (each.type() == pugi::node_element) return made(each, form_of(each));
        fail(node, "has no distribution");
    }
    Value form_of(const pugi::xml_node& node) const {
        const std::string name = node.name();
        if (name == "UniformDistribution") return {{"uniform", limits(child(node, "Range"))}};
        if (name == "NormalDistribution") return {{"normal", with_variance(node)}};
        if (name == "LogNormalDistribution") return {{"lognormal", with_variance(node)}};
        if (name == "PoissonDistribution") return {{"poisson", with_limits(node, {})}};
        if (name == "ProbabilityDistributionSet") return {{"weights", weights(node)}};
        if (name == "Histogram") return {{"histogram", bins(node)}};
        fail(node,
             "is unknown here; expected UniformDistribution, NormalDistribution, "
             "LogNormalDistribution, PoissonDistribution, ProbabilityDistributionSet or Histogram");
    }
    /// The expected value, further numbers, and the ends.
    Limits with_limits(const pugi::xml_node& node, const Limits& more) const {
        Limits all{number(node, "expectedValue")};
        const Limits ends = cut(node);
        all.insert(all.end(), more.begin(), more.end());
        all.insert(all.end(), ends.begin(), ends.end());
        return all;
    }
    Limits with_variance(const pugi::xml_node& node) const {
        const double variance = number(node, "variance");
        if (!(variance > 0)) fail(node, "variance: must be above 0");
        return with_limits(node, {std::sqrt(variance)});
    }
    Value weights(const pugi::xml_node& set) const {
        auto pairs = Value::array();
        for (const pugi::xml_node& element : children(set, "Element"))
            pairs.push_back(
                Value::array({meaning_of_data(text(element, "value")), number(element, "weight")}));
        return pairs;
    }
    Value bins(const pugi::xml_node& histogram) const {
        auto triples = Value::array();
        for (const pugi::xml_node& bin : children(histogram, "Bin")) {
            const Limits ends = limits(child(bin, "Range"));
            triples.push_back(Value::array({ends[0], ends[1], number(bin, "weight")}));
        }
        return triples;
    }

    std::string file_, text_;
    pugi::xml_document document_;
    std::set<std::string> paths_;
    DistributionFile result_;
};

}  // namespace

DistributionFile load_distributions(const std::filesystem::path& file) {
    return DistributionReader(file).read();
}

std::vector<Parameter> combinations_of(const std::vector<ParameterSet>& sets) {
    std::vector<Parameter> firsts;
    for (const ParameterSet& set : sets) firsts.push_back(set.front());
    const std::uint64_t rows = Design::grid_size(firsts);
    if (rows == 0 || static_cast<double>(rows) > most_values)
        throw std::invalid_argument("there are more than a million combinations");
    std::vector<Parameter> columns;
    std::uint64_t stride = rows;
    for (const ParameterSet& set : sets) {
        const std::uint64_t size = set.front().distribution.values().size();
        stride /= size;
        for (const Parameter& parameter : set) {
            std::vector<Value> values;
            for (std::uint64_t row = 0; row < rows; ++row)
                values.push_back(parameter.distribution.values()[row / stride % size]);
            columns.push_back({parameter.path, Distribution::among(std::move(values))});
        }
    }
    return columns;
}

}  // namespace gateway::campaign
