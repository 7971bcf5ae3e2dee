#pragma once

#include <QLineEdit>

namespace brokerscope {

// A line for searching or filtering: a glass before the text, a cross that empties it, an optional shortcut as a hint.
// Escape empties it, and is passed on when it is empty already.
class SearchField : public QLineEdit {
    Q_OBJECT

public:
    // The placeholder says what is searched and serves as the accessible name.
    explicit SearchField(const QString& placeholder, QWidget* parent = nullptr);

    // Shown at the right end while the field is empty and without focus, such as "Ctrl K".
    void setShortcutHint(const QString& hint);

Q_SIGNALS:
    // Down or Return: the user goes on to the results.
    void resultsWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void updateMargins();

    QString m_hint;
};

}  // namespace brokerscope
