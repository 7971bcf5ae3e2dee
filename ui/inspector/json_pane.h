#pragma once

#include "core/value/value_tree.h"

#include <QPlainTextEdit>
#include <memory>

namespace brokerscope {

// The body of a message as JSON in Kafka's shape, secrets masked. Written when it is first seen. GUI thread.
class JsonPane : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit JsonPane(QWidget* parent = nullptr);
    void setTree(std::shared_ptr<const ValueTree> tree);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void write();

    std::shared_ptr<const ValueTree> m_tree;
    bool m_isWritten = true;
};

}  // namespace brokerscope
