// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

#include <sys/mman.h>

#include <string>
#include <vector>

namespace tests {

/// A gateway with a separate table, and checks of the table after its end.
struct Scene {
    ScratchDirectory scratch;
    std::string table = "test." + scratch.path().filename().string();

    /// A table that a program of the test still had open when the gateway ended is left.
    ~Scene() { ::shm_unlink(("/ddc." + table).c_str()); }

    /// A run of half a second with faulty_program; `program` are more keys of that section, `more`
    /// of the file.
    std::filesystem::path config(const std::string& fault, const std::string& program = "",
                                 const std::string& more = "") const;
    Finished run(const std::string& fault, const std::string& program = "",
                 const std::string& more = "") const;
    bool is_clean() const;
};

/// The columns of a trace by their names.
class Trace {
  public:
    explicit Trace(const std::filesystem::path& file);
    std::size_t rows() const { return rows_.size(); }
    std::size_t columns() const { return names_.size(); }
    /// Fails the test if the column does not exist.
    std::vector<double> column(const std::string& name) const;

  private:
    std::vector<std::string> names_;
    std::vector<std::vector<double>> rows_;
};

}  // namespace tests
