#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/captured_topics.h"
#include "core/workbench/file_topics.h"
#include "core/workbench/hanging_producers.h"
#include "core/workbench/topic_sizes.h"
#include "core/workbench/workbench.h"
#include "ui/models/reading_context.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// Transactions that leaders hold open and no coordinator knows.
struct HangingFound {
    std::optional<std::vector<ProducerTransaction>> hanging;  // nothing: it is not known
    QString problem;                                          // what was not answered, as sentences; empty: all was
};

// Learns what the list of topics shows beside their names: how much room they take in the cluster, asked of one broker
// after the other, which transaction holds committed readers back, and which topics are in files and captures. GUI
// thread. The registry must outlive it and the work of the pool.
class TopicDirectory : public QObject {
    Q_OBJECT

public:
    TopicDirectory(Workbench& workbench, const ReadingContext& context, QObject* parent = nullptr);
    ~TopicDirectory() override;

    // Null: no cluster. What was asked of another cluster is forgotten; what is known of this one stays.
    void setCluster(std::shared_ptr<const ClusterSnapshot> snapshot);
    void askSizes();  // once a cluster, and again when it has more topics
    // The transactional id of a producer, asked once: empty until it is known, and for those that have none.
    QString transactionalId(std::int64_t producerId);
    void askHanging();
    // A partition's folder, a log directory, a segment, a packet capture or a recording, told by its content. One
    // capture is read at a time: another one cancels it.
    void open(const QString& path);
    bool isReadingCapture() const { return m_captures > 0; }
    void cancelCapture();  // the topics of what was read are listed

Q_SIGNALS:
    void sizesCame(const brokerscope::TopicSizes& sizes);
    void transactionNamed();
    void hangingFound(const brokerscope::HangingFound& found);
    void filesListed(const QString& path, const std::vector<brokerscope::FileTopic>& topics);
    void filesFailed(const QString& sentence);
    void captureGrew(const QString& path, const brokerscope::CapturedTopicsPiece& piece);
    // It is at its end, or was cancelled; the piece has the topics.
    void captureRead(const QString& path, const brokerscope::CapturedTopicsPiece& piece, bool isCancelled);

private:
    void readCapture(const QString& path);
    void askSizesOf(std::size_t broker, const std::shared_ptr<const TopicSizes>& before);
    struct HangingAsking;
    void askNext(const std::shared_ptr<HangingAsking>& asking);
    void askTransactionOf(std::size_t broker, std::int64_t producerId);
    // Asks a broker of the snapshot; nothing comes of one that is of a cluster that was left meanwhile.
    void ask(std::size_t broker, std::int16_t apiKey, std::string body,
             std::function<void(const std::shared_ptr<const ValueTree>& answer)> take);

    Workbench& m_workbench;
    ReadingContext m_context;
    std::shared_ptr<const ClusterSnapshot> m_snapshot;
    std::uint64_t m_cluster = 0;  // which one the answers are of; changes with it
    TopicSizes m_sizes;
    bool m_hasAsked = false;
    bool m_isFirstPass = true;  // nothing was known before
    std::map<std::int64_t, QString> m_transactions;
    CancelToken m_listing;
    CancelToken m_cancelCapture;  // the latest
    int m_captures = 0;           // that are read, or were cancelled and have not ended
};

}  // namespace brokerscope
