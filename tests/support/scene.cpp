// SPDX-License-Identifier: MIT
#include "scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

namespace tests {
namespace {

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) result.push_back(cell);
    return result;
}

}  // namespace

std::filesystem::path Scene::config(const std::string& fault, const std::string& program,
                                    const std::string& more) const {
    return scratch.write("run.yaml", "duration_s: 0.5\nddc: {name: " + table +
                                         "}\nprogram:\n  exec: [faulty_program, \"4000\", " +
                                         fault + "]\n  start_timeout_s: 2\n" + program + more);
}

Finished Scene::run(const std::string& fault, const std::string& program,
                    const std::string& more) const {
    return tests::run(scratch, {"ddc-gateway", "run", config(fault, program, more), "--summary",
                                scratch.path() / "summary.json"});
}

bool Scene::is_clean() const {
    return !std::filesystem::exists("/dev/shm/ddc." + table) &&
           processes_with(scratch.path()).empty();
}

Trace::Trace(const std::filesystem::path& file) {
    std::istringstream in(read_file(file));
    std::string line;
    std::getline(in, line);
    names_ = cells(line);
    while (std::getline(in, line)) {
        std::vector<double>& row = rows_.emplace_back();
        for (const std::string& cell : cells(line)) row.push_back(std::stod(cell));
        REQUIRE(row.size() == names_.size());
    }
}

std::vector<double> Trace::column(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    CAPTURE(name);
    REQUIRE(found != names_.end());
    std::vector<double> values;
    for (const auto& row : rows_)
        values.push_back(row[static_cast<std::size_t>(found - names_.begin())]);
    return values;
}

}  // namespace tests
