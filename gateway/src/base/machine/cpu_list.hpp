// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// Reads a list of CPUs as the kernel writes it: "0-3,8". An empty text and "(null)" are the empty
/// list. @return the CPUs in ascending order; nothing for another text, or a CPU above 8191
std::optional<std::vector<int>> read_cpu_list(const std::string& text);

/// Writes ascending CPUs as "0-3,8"; "none" for the empty list.
std::string cpu_list_text(const std::vector<int>& cpus);

/// The CPUs that are in both ascending lists.
std::vector<int> common_cpus(const std::vector<int>& one, const std::vector<int>& other);

/// Whether all CPUs of `part`, at least one, are in `whole`; both are ascending.
bool has_cpus(const std::vector<int>& whole, const std::vector<int>& part);

}  // namespace gateway
