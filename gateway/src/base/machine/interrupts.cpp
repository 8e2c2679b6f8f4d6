// SPDX-License-Identifier: MIT
#include "interrupts.hpp"

#include "cpu_list.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string_view>

namespace gateway {
namespace {

constexpr std::size_t largest_table = std::size_t{8} << 20;

/// Whether a description ("virtio2-input.0", "eth0-rx-1", "i915, eth0") contains the name of a
/// device as a word.
bool has_device(std::string_view description, const std::string& device) {
    const auto is_of_word = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0;
    };
    for (auto at = description.find(device); at != std::string_view::npos;
         at = description.find(device, at + 1)) {
        const auto end = at + device.size();
        const bool begins = at == 0 || !is_of_word(description[at - 1]);
        if (begins && (end == description.size() || !is_of_word(description[end]))) return true;
    }
    return false;
}

/// The numbers of the interrupts whose description contains one of the devices.
std::set<std::string> interrupts_of(const std::string& table,
                                    const std::vector<std::string>& devices) {
    std::set<std::string> numbers;
    std::istringstream in(table);
    for (std::string row; std::getline(in, row);) {
        const auto colon = row.find(':');
        if (colon == std::string::npos) continue;
        const std::string_view number = trimmed(std::string_view(row).substr(0, colon));
        const std::string_view rest = std::string_view(row).substr(colon + 1);
        if (is_digits(number) &&
            std::any_of(devices.begin(), devices.end(),
                        [&](const auto& device) { return has_device(rest, device); }))
            numbers.emplace(number);
    }
    return numbers;
}

/// The interrupts of a PCI device, which has the interface as a child or a grandchild (virtio).
void add_of_device(const MachineTree& tree, const std::string& device,
                   std::set<std::string>& numbers) {
    for (const char* folder : {"/msi_irqs", "/../msi_irqs"})
        for (const std::string& name : tree.names_in(device + folder))
            if (is_digits(name)) numbers.insert(name);
}

/// Adds the CPUs of an interrupt. @return whether they can be read
bool add_cpus(const MachineTree& tree, const std::string& interrupt, std::set<int>& cpus) {
    for (const char* file : {"/effective_affinity_list", "/smp_affinity_list"}) {
        const auto text = tree.line("proc/irq/" + interrupt + file);
        const auto list = text ? read_cpu_list(*text) : std::nullopt;
        if (!list || list->empty()) continue;
        cpus.insert(list->begin(), list->end());
        return true;
    }
    return false;
}

bool is_name(const std::string& interface) {
    return !interface.empty() && interface.find('/') == std::string::npos && interface[0] != '.';
}

}  // namespace

std::optional<std::vector<int>> interrupt_cpus_of(const MachineTree& tree,
                                                  const std::string& interface) {
    const std::string folder = "sys/class/net/" + interface;
    const auto table = tree.text("proc/interrupts", largest_table);
    if (!is_name(interface) || !table || !tree.has(folder)) return std::nullopt;
    const std::string device = folder + "/device";
    const std::string parent = tree.followed(device).filename();
    std::vector<std::string> devices{interface};
    if (!parent.empty()) devices.push_back(parent);
    std::set<std::string> numbers = interrupts_of(*table, devices);
    add_of_device(tree, device, numbers);
    std::set<int> cpus;
    std::size_t readable = 0;
    for (const std::string& number : numbers)
        if (add_cpus(tree, number, cpus)) ++readable;
    if (readable == 0 && !numbers.empty()) return std::nullopt;
    return std::vector<int>(cpus.begin(), cpus.end());
}

}  // namespace gateway
