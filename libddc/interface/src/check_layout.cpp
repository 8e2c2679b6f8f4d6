// SPDX-License-Identifier: MIT
#include "regions.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/interface/visible.hpp>

#include <algorithm>

namespace ddc::interface {
namespace {

/// Collects the errors of a layout; the messages contain ids for one reference_id.
class Checker {
  public:
    Checker(std::int32_t reference_id, std::int32_t capacity)
        : reference_id_(reference_id), capacity_(capacity) {
        if (reference_id < min_reference_id) {
            report("reference id " + std::to_string(reference_id) + " is below " +
                   hex(min_reference_id));
        }
    }

    void places(const ProgramInterface& program_interface, const Layout& layout) {
        for (std::size_t i = 0; i < program_interface.ports.size(); ++i) {
            const Port& port = program_interface.ports[i];
            const bool may_lack = port.optional || port.port_type == PortType::socket;
            if (layout.ports[i].offset || may_lack) continue;
            const Offset entry = layout.slot_table_start + static_cast<Offset>(i);
            report("port " + port.name + ": the slot table has no int32 at id " + id(entry));
        }
    }

    /// Checks range and capacity. Returns the regions whose overlaps are worth checking.
    std::vector<Region> ranges(std::vector<Region> regions) {
        std::vector<Region> sound;
        for (Region& region : regions) {
            if (region.count < 0) {
                report(region.owner + ": the number of entries must be 0 or more, is " +
                       std::to_string(region.count));
            } else if (region.first < 0) {
                report(region.owner + ": offset " + std::to_string(region.first) +
                       " is below the reference id " + id(0));
            } else if (reference_id_ + region.end() > capacity_) {
                report(region.owner + ": " + ids(region) + " is beyond the table's last id " +
                       hex(capacity_ - 1));
            } else if (region.count > 0) {
                sound.push_back(std::move(region));
            }
        }
        return sound;
    }

    void overlaps(const std::vector<Region>& regions) {
        std::vector<const Region*> by_offset;
        by_offset.reserve(regions.size());
        for (const Region& region : regions) by_offset.push_back(&region);
        std::stable_sort(by_offset.begin(), by_offset.end(),
                         [](const Region* a, const Region* b) { return a->first < b->first; });
        const Region* furthest = nullptr;
        for (const Region* region : by_offset) {
            if (furthest != nullptr && region->first < furthest->end()) {
                // Report the one that is listed later: a port rather than the header.
                const auto [kept, blamed] = std::minmax(furthest, region);
                report(blamed->owner + ": " + ids(*blamed) + " overlaps " + kept->owner + " at " +
                       ids(*kept));
            }
            if (furthest == nullptr || region->end() > furthest->end()) furthest = region;
        }
    }

    void report(std::string problem) { problems_.push_back(std::move(problem)); }

    std::vector<std::string> take() { return std::move(problems_); }

  private:
    std::string id(Offset offset) const {
        const std::int64_t absolute = reference_id_ + offset;
        return absolute < 0 ? std::to_string(absolute) : hex(absolute);
    }

    std::string ids(const Region& region) const {
        if (region.count <= 1) return "id " + id(region.first);
        return "ids " + id(region.first) + ".." + id(region.end() - 1);
    }

    std::int64_t reference_id_;
    std::int64_t capacity_;
    std::vector<std::string> problems_;
};

}  // namespace

std::vector<Region> regions_of(const ProgramInterface& program_interface, const Layout& layout) {
    std::vector<Region> regions;
    regions.push_back({0, header::size, "header"});
    if (layout.type == InterfaceType::dynamic) {
        regions.push_back({header::interface_string, layout.chunk_count, "interface string"});
        regions.push_back({layout.slot_table_start,
                           static_cast<std::int64_t>(program_interface.ports.size()),
                           "slot table"});
    }
    for (std::size_t i = 0; i < program_interface.ports.size(); ++i) {
        const Port& port = program_interface.ports[i];
        const PortPlace& place = layout.ports[i];
        if (!place.offset) continue;
        const auto size = static_cast<std::int64_t>(element_count(port.data_type));
        if (port.port_type == PortType::data) {
            regions.push_back({*place.offset, size, "port " + port.name});
            continue;
        }
        regions.push_back({*place.offset, socket_entry::descriptor_size, "port " + port.name});
        const Queue& output = place.output_queue;
        const Queue& input = place.input_queue;
        regions.push_back(
            {output.slot_id, output.max_entries * size, "output queue of port " + port.name});
        regions.push_back(
            {input.slot_id, input.max_entries * size, "input queue of port " + port.name});
    }
    return regions;
}

std::vector<std::string> check_layout(const ProgramInterface& program_interface,
                                      const Layout& layout, std::int32_t reference_id,
                                      std::int32_t capacity) {
    Checker checker(reference_id, capacity);
    if (layout.type == InterfaceType::dynamic && layout.chunk_count == 0) {
        checker.report("interface string: the number of entries must be 1 or more, is 0");
    }
    checker.places(program_interface, layout);
    checker.overlaps(checker.ranges(regions_of(program_interface, layout)));
    return checker.take();
}

}  // namespace ddc::interface
