#pragma once

#include "ui/inspector/message_search.h"
#include "ui/models/pool_work.h"
#include "ui/selection/selection_link.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace brokerscope {

// One line for finding text, hex, a field's name or a value, and for going to an offset. Return finds the next,
// Shift+Return the one before, Escape closes. The search runs on a thread of the pool; one that takes a while says how
// far it is and can be stopped, and the next one, another text or another message stops it too. Hidden until it is
// opened. GUI thread.
class FindBar : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(QWidget* parent = nullptr);

    void open(SearchMode mode);
    // Fields are looked for in all that is opened of the document, bytes and offsets in one of its buffers. Null: in
    // nothing.
    void setDocument(std::shared_ptr<OpenDocument> document, BufferId buffer);
    void setTexts(FieldTexts texts);  // what values are called
    // Where the next search begins.
    void setPosition(const LinkedSelection& selection);
    bool isSearching() const { return m_work.isRunning(); }
    void stop();  // says how far it came
    QString answer() const;

Q_SIGNALS:
    void found(const brokerscope::SearchHit& hit);
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setUpButtons();
    void search(bool backwards);
    bool isWithin(std::size_t part, SearchMode mode) const;
    void take(const Result<std::optional<SearchHit>>& hit);
    void forget();
    void say(const QString& text);
    void showProgress();
    void updatePlaceholder();
    void close();

    std::shared_ptr<OpenDocument> m_document;
    std::optional<FieldTexts> m_texts;
    std::size_t m_buffer = 0;  // number of the part that is the whole of it
    SearchPlace m_position;
    LatestWork m_work;
    std::shared_ptr<SearchProgress> m_progress;
    QTimer m_progressTimer;
    QComboBox* m_mode;
    QLineEdit* m_text;
    QLabel* m_answer;
    QToolButton* m_stop = nullptr;
};

}  // namespace brokerscope
