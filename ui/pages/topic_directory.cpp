#include "ui/pages/topic_directory.h"

#include "core/topology/node_values.h"
#include "core/workbench/file_listing.h"
#include "ui/models/pool_work.h"

#include <QDir>
#include <QFileInfo>

#include <filesystem>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::int16_t kDescribeLogDirsKey = 35;
constexpr std::int16_t kListTransactionsKey = 66;

QString transactionIn(const std::shared_ptr<const ValueTree>& answer, std::int64_t producerId) {
    const NodeRef body = answer != nullptr ? bodyOf(answer) : NodeRef();
    if (body.isValid()) {
        for (const NodeRef& state : elementsField(body, "transactionStates")) {
            if (integerField(state, "producerId", -1) == producerId) {
                return QString::fromStdString(textField(state, "transactionalId").value_or(std::string()));
            }
        }
    }
    return {};
}

// What stands at a path that was opened.
struct OpenedPath {
    bool isCapture = false;
    Result<std::vector<FileTopic>> topics;
};

OpenedPath listOpened(const std::string& path, const CancelToken& cancel) {
    std::error_code code;
    if (!std::filesystem::is_directory(path, code)) {
        const auto files = listFiles(path, cancel);
        if (files && !files->empty() && files->front().content == FileContent::Capture) {
            return {true, {}};
        }
    }
    return {false, listFileTopics(path, cancel)};
}

}  // namespace

TopicDirectory::TopicDirectory(Workbench& workbench, const ReadingContext& context, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_context(context) {}

TopicDirectory::~TopicDirectory() {
    m_listing.cancel();
    m_cancelCapture.cancel();
}

void TopicDirectory::setCluster(std::shared_ptr<const ClusterSnapshot> snapshot) {
    const bool isSame = m_snapshot != nullptr && snapshot != nullptr && !snapshot->clusterId.empty() &&
                        m_snapshot->clusterId == snapshot->clusterId;
    const bool hasNewTopics =
        isSame && !std::ranges::includes(m_snapshot->topics, snapshot->topics, {}, &TopicInfo::name, &TopicInfo::name);
    m_snapshot = std::move(snapshot);
    if (isSame) {
        m_hasAsked = m_hasAsked && !hasNewTopics;
        return;
    }
    ++m_cluster;
    m_sizes = {};
    m_transactions.clear();
    m_hasAsked = false;
    m_isFirstPass = true;
}

void TopicDirectory::askSizes() {
    if (m_snapshot != nullptr && !m_snapshot->fromController && !std::exchange(m_hasAsked, true)) {
        askSizesOf(0, std::make_shared<TopicSizes>());
    }
}

void TopicDirectory::ask(std::size_t broker, std::int16_t apiKey, std::string body,
                         std::function<void(const std::shared_ptr<const ValueTree>& answer)> take) {
    SendRequest request;
    request.apiKey = apiKey;
    request.body = JsonBody{std::move(body)};
    request.target.kind = TargetKind::Broker;
    request.target.brokerId = m_snapshot->brokers[broker].id;
    whenDone(m_workbench.send(std::move(request)), this,
             [this, asked = m_cluster, take = std::move(take)](const Result<SendResult>& result) {
                 if (asked == m_cluster) {
                     take(result ? result->response : nullptr);
                 }
             });
}

// At first each broker's are told as they come, later all together: what is shown does not go meanwhile.
void TopicDirectory::askSizesOf(std::size_t broker, const std::shared_ptr<const TopicSizes>& before) {
    const bool isEnd = broker >= m_snapshot->brokers.size();
    if (isEnd || m_isFirstPass) {
        m_sizes = *before;
        Q_EMIT sizesCame(m_sizes);
    }
    if (isEnd) {
        m_isFirstPass = false;
        return;
    }
    ask(broker, kDescribeLogDirsKey, R"({"topics":null})",
        [this, broker, before](const std::shared_ptr<const ValueTree>& answer) {
            const auto adding = onPool([before, answer] {
                auto sizes = std::make_shared<TopicSizes>(*before);
                if (answer != nullptr) {
                    sizes->add(bodyOf(answer));
                }
                return std::shared_ptr<const TopicSizes>(std::move(sizes));
            });
            whenDone(adding, this, [this, broker, asked = m_cluster](const std::shared_ptr<const TopicSizes>& sizes) {
                if (asked == m_cluster) {
                    askSizesOf(broker + 1, sizes);
                }
            });
        });
}

QString TopicDirectory::transactionalId(std::int64_t producerId) {
    const auto [known, isNew] = m_transactions.try_emplace(producerId);
    const QString id = known->second;
    if (isNew && m_snapshot != nullptr && !m_snapshot->fromController) {
        askTransactionOf(0, producerId);
    }
    return id;
}

void TopicDirectory::askTransactionOf(std::size_t broker, std::int64_t producerId) {
    if (broker >= m_snapshot->brokers.size()) {
        return;
    }
    ask(broker, kListTransactionsKey, fmt::format(R"({{"stateFilters":[],"producerIdFilters":[{}]}})", producerId),
        [this, broker, producerId](const std::shared_ptr<const ValueTree>& answer) {
            const QString id = transactionIn(answer, producerId);
            if (id.isEmpty()) {
                askTransactionOf(broker + 1, producerId);
                return;
            }
            m_transactions[producerId] = id;
            Q_EMIT transactionNamed();
        });
}

struct TopicDirectory::HangingAsking {
    std::shared_ptr<HangingProducers> search;
    std::vector<StateQuestion> questions;
    std::size_t next = 0;
    ToldState told;
};

void TopicDirectory::askHanging() {
    if (m_snapshot == nullptr || m_snapshot->fromController) {
        return;
    }
    const auto asking = std::make_shared<HangingAsking>();
    asking->search = std::make_shared<HangingProducers>(*m_snapshot);
    asking->questions = HangingProducers::questions(*m_snapshot, asking->search);
    askNext(asking);
}

// One after the other: the order of the questions counts.
void TopicDirectory::askNext(const std::shared_ptr<HangingAsking>& asking) {
    if (asking->next == asking->questions.size()) {
        QStringList problems;
        for (const std::string& sentence : asking->told.unanswered()) {
            problems.append(QString::fromStdString(sentence));
        }
        Q_EMIT hangingFound({asking->search->found(), problems.join(QStringLiteral("; "))});
        return;
    }
    // A refresh brings another snapshot of the same cluster.
    whenDone(m_workbench.send(std::move(asking->questions[asking->next].request)), this,
             [this, asking, asked = m_snapshot->answeredBy](const Result<SendResult>& result) {
                 if (m_snapshot != nullptr && m_snapshot->answeredBy == asked) {
                     takeAnswer(m_context.registry(), asking->questions[asking->next++], result, asking->told);
                     askNext(asking);
                 }
             });
}

void TopicDirectory::open(const QString& path) {
    const auto listing = onPool([path = path.toStdString(), cancel = m_listing] { return listOpened(path, cancel); });
    whenDone(listing, this, [this, path](const OpenedPath& opened) {
        if (opened.isCapture) {
            readCapture(path);
        } else if (opened.topics) {
            Q_EMIT filesListed(QDir::cleanPath(QFileInfo(path).absoluteFilePath()), *opened.topics);
        } else {
            Q_EMIT filesFailed(QString::fromStdString(opened.topics.error().text()));
        }
    });
}

void TopicDirectory::readCapture(const QString& path) {
    m_cancelCapture.cancel();
    m_cancelCapture = CancelToken();
    ++m_captures;
    const auto last = std::make_shared<CapturedTopicsPiece>();
    whenPiecesCome(
        readCapturedTopics(path.toStdString(), m_context.registry(), m_cancelCapture, m_context.limits()), this,
        [this, path, last, cancel = m_cancelCapture](const CapturedTopicsPiece& piece) {
            *last = piece;
            // The progress that is shown is that of the latest.
            if (!cancel.isCancelled()) {
                Q_EMIT captureGrew(path, piece);
            }
        },
        [this, path, last, cancel = m_cancelCapture] {
            --m_captures;
            Q_EMIT captureRead(path, *last, cancel.isCancelled());
        });
}

void TopicDirectory::cancelCapture() {
    m_cancelCapture.cancel();
}

}  // namespace brokerscope
