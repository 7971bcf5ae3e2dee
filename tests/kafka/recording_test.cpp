#include "core/base/file_byte_source.h"
#include "core/exchange/recording_reader.h"
#include "core/workbench/run_recording.h"
#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/support/exchange_text.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;

class RecordedRuns : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        m_bootstrap = brokerAddresses(std::string("check-") + GetParam()).bootstrap;
        ASSERT_FALSE(m_bootstrap.empty()) << "no broker: the fixture did not start one";
    }
    void TearDown() override { std::filesystem::remove(m_file); }

    std::string path() const { return m_file.string(); }

    // Every exchange of the file, and what the reader had to remark.
    std::vector<RecordedExchange> readAll() const {
        auto reader = RecordingReader::open(SchemaRegistry::embedded(), *FileByteSource::open(path()));
        std::vector<RecordedExchange> all;
        if (!reader) {
            ADD_FAILURE() << reader.error().text();
            return all;
        }
        while (auto recorded = reader->next()) {
            all.push_back(std::move(*recorded));
        }
        reader->finish();
        for (const Diagnostic& remark : reader->takeDiagnostics()) {
            ADD_FAILURE() << remark.text();
        }
        return all;
    }

    // Sends what this program knows to send: Metadata, the versions of all brokers, every version of every API.
    std::vector<std::shared_ptr<const Exchange>> recordedRun(bool keepsSecrets) const {
        auto store = std::make_shared<ExchangeStore>();
        ClusterSettings settings;
        settings.bootstrap = Endpoint::parseList(m_bootstrap).value();
        auto recording = RunRecording::begin(path(), store, settings, keepsSecrets);
        EXPECT_TRUE(recording) << recording.error().text();
        {
            Workbench workbench(store);
            auto connected = workbench.connectToCluster(settings);
            connected.waitForFinished();
            EXPECT_TRUE(connected.result().has_value());
            workbench.brokerVersions().waitForFinished();
            SendRequest metadata;
            metadata.apiKey = 3;
            workbench.send(std::move(metadata)).waitForFinished();
            CheckOptions options;
            options.mutating = true;
            options.throwaway = true;
            workbench.check(options).waitForFinished();
        }
        const RecordingStatus status = (*recording)->stop();
        EXPECT_FALSE(status.error);
        EXPECT_EQ(status.lost, 0u);
        EXPECT_EQ(status.written, store->status().appended);
        return store->since({});
    }

    std::string m_bootstrap;
    std::filesystem::path m_file = temporaryPath("run.bsrec");
};

TEST_P(RecordedRuns, EveryExchangeIsInTheFileAsTheStoreHadIt) {
    const auto stored = recordedRun(true);
    const auto read = readAll();
    ASSERT_GT(stored.size(), 300u) << "a check sends more than that";
    ASSERT_EQ(read.size(), stored.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
        ASSERT_EQ(exchangeText(read[i].exchange), exchangeText(*stored[i])) << i;
    }
}

TEST_P(RecordedRuns, MaskingChangesNothingButSecrets) {
    const auto stored = recordedRun(false);
    const auto read = readAll();
    ASSERT_EQ(read.size(), stored.size());
    std::size_t masked = 0;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const bool isMasked = read[i].isRequestMasked || read[i].isResponseMasked;
        masked += isMasked ? 1 : 0;
        if (!isMasked) {
            ASSERT_EQ(exchangeText(read[i].exchange), exchangeText(*stored[i])) << i;
        }
        EXPECT_EQ(read[i].exchange.requestBytes(), stored[i]->requestBytes());
        EXPECT_EQ(read[i].exchange.responseBytes(), stored[i]->responseBytes());
        EXPECT_EQ(read[i].exchange.unread, stored[i]->unread) << exchangeText(*stored[i]);
        EXPECT_EQ(read[i].exchange.responseDiagnostics, stored[i]->responseDiagnostics) << exchangeText(*stored[i]);
        EXPECT_EQ(read[i].exchange.errors.findings, stored[i]->errors.findings) << exchangeText(*stored[i]);
    }
    EXPECT_LT(masked, stored.size() / 4);
}

TEST_P(RecordedRuns, CommandsAreReadBackByCapture) {
    const std::vector<std::string> shared{"--bootstrap", m_bootstrap, "--record", path(), "--format", "json"};
    const auto with = [&shared](std::vector<std::string> more) {
        more.insert(more.begin(), shared.begin(), shared.end());
        return more;
    };
    const CliRun sent = runBscope(with({"send", "Metadata"}));
    ASSERT_EQ(sent.status, 0) << sent.err;
    EXPECT_EQ(runBscope(with({"versions"})).status, 0);
    const CliRun checked = runBscope(with({"check", "Metadata", "ApiVersions", "FindCoordinator"}));
    EXPECT_EQ(checked.status, 0) << checked.err;
    const std::size_t checks = objectsOf(checked).size();

    const CliRun summary = runBscope({"capture", path(), "--summary", "--format", "json"});
    EXPECT_EQ(nlohmann::json::parse(summary.out).at("recordedRuns"), 3);
    const CliRun listed = runBscope({"capture", path(), "--format", "json"});
    EXPECT_EQ(listed.err, "");
    const auto kept = objectsOf(listed);
    EXPECT_GT(kept.size(), checks);
    const nlohmann::json told = nlohmann::json::parse(sent.out);
    const auto same = std::find_if(kept.begin(), kept.end(), [&told](const nlohmann::json& object) {
        return object.at("api") == told.at("api") && object.at("correlationId") == told.at("correlationId");
    });
    ASSERT_NE(same, kept.end());
    for (const char* key :
         {"request", "response", "requestBytes", "responseBytes", "errors", "diagnostics", "unread"}) {
        EXPECT_EQ(same->at(key), told.at(key)) << key;
    }
}

std::string checkedBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("check_") + instance.param + "_recorded";
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, RecordedRuns, ::testing::Values("4.4.0", "3.9.2"), checkedBrokerName);

}  // namespace
}  // namespace brokerscope
