// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

#include <sys/mman.h>

#include <string>
#include <vector>

namespace tests {

/// A gateway with a table of its own and, after it ended, the question what it left behind.
struct Scene {
    ScratchDirectory scratch;
    std::string table = "test." + scratch.path().filename().string();

    /// A table that a program of the test's own still had open when the gateway ended is left.
    ~Scene() { ::shm_unlink(("/ddc." + table).c_str()); }

    /// A run of half a second with faulty_program; `program` are more keys of that section, `more`
    /// of the file.
    std::filesystem::path config(const std::string& fault, const std::string& program = "",
                                 const std::string& more = "") const;
    Finished run(const std::string& fault, const std::string& program = "",
                 const std::string& more = "") const;
    bool left_nothing() const;
};

/// A trace by the names of its columns.
class Trace {
  public:
    explicit Trace(const std::filesystem::path& file);
    std::size_t rows() const { return rows_.size(); }
    std::size_t columns() const { return names_.size(); }
    /// Fails the test where there is no such column.
    std::vector<double> column(const std::string& name) const;

  private:
    std::vector<std::string> names_;
    std::vector<std::vector<double>> rows_;
};

}  // namespace tests
