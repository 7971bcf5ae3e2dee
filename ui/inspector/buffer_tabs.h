#pragma once

#include "core/base/bytes.h"

#include <QWidget>

#include <memory>
#include <vector>

class QPushButton;
class QTabBar;

namespace brokerscope {

class OpenDocument;

// A tab for each buffer of a document, and a link from a decompressed one to the field that it came from. Hidden while
// there is one buffer. GUI thread.
class BufferTabs : public QWidget {
    Q_OBJECT

public:
    explicit BufferTabs(QWidget* parent = nullptr);

    // Null: none. Emits nothing.
    void setDocument(const std::shared_ptr<OpenDocument>& document, BufferId shown);

Q_SIGNALS:
    void bufferChosen(brokerscope::BufferId buffer);
    void originWanted();

private:
    std::vector<BufferId> m_buffers;
    QTabBar* m_tabs;
    QPushButton* m_origin;
};

}  // namespace brokerscope
