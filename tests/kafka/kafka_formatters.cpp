#include "tests/kafka/kafka_formatters.h"

#include "core/log_files/log_file_name.h"

#include <QProcess>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace brokerscope::testing {
namespace {

constexpr int kFormattersPatienceMs = 120'000;

// Reads the output line by line: the dump says whose lines follow.
class FormattedOutput {
public:
    void take(const std::string& line) {
        if (line.starts_with(R"({"formatter")")) {
            takeFormatted(nlohmann::json::parse(line));
        } else if (line.starts_with("Dumping ")) {
            beginFile(line.substr(8));
        } else if (line.starts_with("| offset: ")) {
            takeDumped(line.substr(10));
        }
    }
    std::vector<FormattedRecord> records;

private:
    void takeFormatted(const nlohmann::json& line) {
        records.push_back({line.at("formatter"),
                           {},
                           line.at("topic"),
                           line.at("partition"),
                           line.at("offset"),
                           line.at("text"),
                           line.value("failure", "")});
    }
    void beginFile(const std::string& path) {
        m_file = path;
        m_partition = readPartitionName(std::filesystem::path(path).parent_path().filename().string());
        EXPECT_TRUE(m_partition.has_value()) << path;
    }
    void takeDumped(const std::string& line) {
        ASSERT_TRUE(m_partition.has_value()) << "a record of no file: " << line;
        const std::size_t end = line.find(' ');
        records.push_back({"kafka-dump-log",
                           m_file,
                           m_partition->topic,
                           m_partition->partition,
                           std::stoll(line.substr(0, end)),
                           end == std::string::npos ? "" : line.substr(end + 1),
                           {}});
    }

    std::string m_file;
    std::optional<PartitionName> m_partition;
};

}  // namespace

std::vector<FormattedRecord> runKafkaFormatters(const std::string& release, const std::string& logs,
                                                const std::string& bootstrap) {
    QProcess script;
    script.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    script.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/conformance.sh"),
                 {QStringLiteral("formatters"), QStringLiteral("--release"), QString::fromStdString(release),
                  QStringLiteral("--logs"), QString::fromStdString(logs), QStringLiteral("--bootstrap"),
                  QString::fromStdString(bootstrap)});
    const bool isDone = script.waitForFinished(kFormattersPatienceMs);
    EXPECT_TRUE(isDone && script.exitStatus() == QProcess::NormalExit && script.exitCode() == 0)
        << "Kafka's formatters ended with " << script.exitCode();
    FormattedOutput output;
    std::istringstream lines(script.readAllStandardOutput().toStdString());
    for (std::string line; std::getline(lines, line);) {
        output.take(line);
    }
    return std::move(output.records);
}

}  // namespace brokerscope::testing
