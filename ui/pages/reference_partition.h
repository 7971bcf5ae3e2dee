#pragma once

#include "core/schema/schema_registry.h"
#include "core/text/partition_steps.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSpinBox;
class QTextBrowser;

namespace brokerscope {

class FactTableView;
class SegmentedControl;

// Which partition of an internal topic an id belongs to, and so which broker is its coordinator: a group, a
// transactional id, or a share partition. Every step of the hash is shown. GUI thread. The registry must outlive it.
class ReferencePartition : public QWidget {
    Q_OBJECT

public:
    enum class Kind : int { Group, Transaction, SharePartition };

    explicit ReferencePartition(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void setKind(Kind kind);
    QLineEdit& id() const { return *m_id; }  // a share partition's: the group
    QLineEdit& topicId() const { return *m_topicId; }
    QSpinBox& sharePartition() const { return *m_sharePartition; }
    QSpinBox& partitions() const { return *m_partitions; }
    // Of the id as typed; partition -1: nothing is typed, or the topic id is none.
    const PartitionSteps& steps() const { return m_steps; }
    QString answer() const;  // "__consumer_offsets-18"; empty: none
    FactTableView& hashes() const { return *m_hashes; }

protected:
    void changeEvent(QEvent* event) override;

private:
    QLayout* makeForm();
    void setUpFields();
    void calculate();
    void showAnswer();
    Kind kind() const;
    QString topic() const;
    QString key() const;

    const SchemaRegistry& m_registry;
    PartitionSteps m_steps;
    SegmentedControl* m_kind = nullptr;
    QLabel* m_idCaption = nullptr;
    QLineEdit* m_id = nullptr;
    QLineEdit* m_topicId = nullptr;
    QSpinBox* m_sharePartition = nullptr;
    QSpinBox* m_partitions = nullptr;
    QWidget* m_shareFields = nullptr;
    QTextBrowser* m_answer = nullptr;
    FactTableView* m_hashes = nullptr;
};

}  // namespace brokerscope
