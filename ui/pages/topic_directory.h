#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/file_topics.h"
#include "core/workbench/topic_sizes.h"
#include "core/workbench/workbench.h"

#include <QObject>

#include <memory>
#include <vector>

namespace brokerscope {

// Learns what the list of topics shows beside their names: how much room they take in the cluster, asked of one broker
// after the other, which transaction holds committed readers back, and which topics are in files. GUI thread.
class TopicDirectory : public QObject {
    Q_OBJECT

public:
    explicit TopicDirectory(Workbench& workbench, QObject* parent = nullptr);
    ~TopicDirectory() override;

    // Null: no cluster; what was asked before is forgotten.
    void setCluster(std::shared_ptr<const ClusterSnapshot> snapshot);
    void askSizes();  // once a cluster
    // The transactional id of a producer, asked once: empty until it is known, and for those that have none.
    QString transactionalId(std::int64_t producerId);
    void listFiles(const QString& path);

Q_SIGNALS:
    void sizesCame(const brokerscope::TopicSizes& sizes);
    void transactionNamed();
    void filesListed(const std::vector<brokerscope::FileTopic>& topics);
    void filesFailed(const QString& sentence);

private:
    void askSizesOf(std::size_t broker);
    void askTransactionOf(std::size_t broker, std::int64_t producerId);
    // Asks a broker of the snapshot; nothing comes of one that is of a cluster that was left meanwhile.
    void ask(std::size_t broker, std::int16_t apiKey, std::string body,
             std::function<void(const std::shared_ptr<const ValueTree>& answer)> take);

    Workbench& m_workbench;
    std::shared_ptr<const ClusterSnapshot> m_snapshot;
    TopicSizes m_sizes;
    bool m_hasAsked = false;
    std::map<std::int64_t, QString> m_transactions;
    CancelToken m_listing;
};

}  // namespace brokerscope
