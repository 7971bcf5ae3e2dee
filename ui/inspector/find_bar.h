#pragma once

#include "ui/inspector/message_search.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace brokerscope {

// One line for finding text, hex or a field's name, and for going to an offset. Return finds the next, Shift+Return the
// one before, Escape closes. Hidden until it is opened. GUI thread.
class FindBar : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(QWidget* parent = nullptr);

    void open(SearchMode mode);
    void setTree(std::shared_ptr<const ValueTree> tree);
    // Where the next search begins.
    void setPosition(std::uint64_t offset) { m_position = offset; }

Q_SIGNALS:
    void found(const brokerscope::SearchHit& hit);
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void search(bool backwards);
    void say(const QString& text);
    void updatePlaceholder();

    std::shared_ptr<const ValueTree> m_tree;
    std::uint64_t m_position = 0;
    QComboBox* m_mode;
    QLineEdit* m_text;
    QLabel* m_answer;
};

}  // namespace brokerscope
