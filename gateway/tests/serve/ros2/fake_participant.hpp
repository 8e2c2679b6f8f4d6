// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// A participant without DDS: a test passes samples to it, and reads those that are written.
struct FakeParticipant : gateway::dds::Participant {
    using Sample = std::vector<std::byte>;

    struct FakeWriter : gateway::dds::Writer {
        explicit FakeWriter(std::vector<Sample>& kept) : samples(kept) {}
        void write(const std::byte* sample, std::size_t size) override {
            samples.emplace_back(sample, sample + size);
        }
        std::vector<Sample>& samples;
    };

    std::unique_ptr<gateway::dds::Writer> create_writer(const std::string& topic,
                                                        const std::string& type, int) override {
        types[topic] = type;
        return std::make_unique<FakeWriter>(written[topic]);
    }
    std::unique_ptr<gateway::dds::Reader> create_reader(
        const std::string& topic, const std::string& type,
        gateway::dds::ReaderEvents events) override {
        types[topic] = type;
        readers[topic] = std::move(events);
        return std::make_unique<gateway::dds::Reader>();
    }
    std::unique_ptr<gateway::dds::Service> create_service(
        const gateway::dds::ServiceNames& names, gateway::dds::OnRequest on_request) override {
        types[names.request_topic] = names.request_type;
        types[names.reply_topic] = names.reply_type;
        service = std::move(on_request);
        return std::make_unique<gateway::dds::Service>();
    }

    void give(const std::string& topic, const Sample& sample, std::uint8_t writer = 1) {
        readers.at(topic).sample({writer}, sample.data(), sample.size());
    }
    void leave(const std::string& topic, std::uint8_t writer) {
        readers.at(topic).writer_left({writer});
    }

    std::map<std::string, std::string> types;
    std::map<std::string, gateway::dds::ReaderEvents> readers;
    std::map<std::string, std::vector<Sample>> written;
    gateway::dds::OnRequest service;
};

}  // namespace tests
