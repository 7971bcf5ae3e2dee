#pragma once

#include <QPlainTextEdit>
#include <QTimer>

#include <memory>
#include <string>

namespace brokerscope {

class OpenDocument;

// The body of a message as JSON in Kafka's shape, without what the document hides; what was opened of it stands in the
// place of its bytes, unless the text became too long to lay out. Written when it is first seen, and again when more
// was opened. GUI thread.
class JsonPane : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit JsonPane(QWidget* parent = nullptr);
    void setDocument(std::shared_ptr<OpenDocument> document);  // null: nothing

protected:
    void showEvent(QShowEvent* event) override;

private:
    void writeAgain();
    void write();
    std::string text() const;

    std::shared_ptr<OpenDocument> m_document;
    QTimer m_writing;  // parts that are opened at once are written once
    bool m_isWritten = true;
};

}  // namespace brokerscope
