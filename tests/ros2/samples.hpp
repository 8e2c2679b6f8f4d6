// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace tests {

/// A line of ros2_watch.
struct PeerSample {
    std::int64_t time_ns = 0;
    std::vector<std::string> frames;
    std::vector<double> values;
};

/// By topic.
using Samples = std::map<std::string, std::vector<PeerSample>>;

inline Samples samples_in(const std::string& text) {
    Samples samples;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string topic, word;
        PeerSample sample;
        words >> topic >> sample.time_ns;
        while (words >> word)
            if (std::isalpha(static_cast<unsigned char>(word[0])) != 0)
                sample.frames.push_back(word);
            else
                sample.values.push_back(std::stod(word));
        samples[topic].push_back(sample);
    }
    return samples;
}

}  // namespace tests
