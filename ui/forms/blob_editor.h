#pragma once

#include "ui/forms/bytes_editor.h"

#include <QVariant>
#include <QWidget>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace brokerscope {

class SegmentedControl;

// A key or value of many lines: bytes written as text, hex or base64 or taken from a file, or null. Text is offered
// only where it gives the very same bytes again. Of more than BytesEditor::kLongest the beginning is shown and cannot
// be edited: another file, or null, takes their place. It has no history of its own: undo and redo are left to the
// window.
class BlobEditor : public QWidget {
    Q_OBJECT

public:
    explicit BlobEditor(const QString& name, QWidget* parent = nullptr);

    // An invalid QVariant is null. Keeps the cursor where these are its bytes.
    void setBytes(const QVariant& bytes);
    const QVariant& bytes() const { return m_bytes; }
    QPlainTextEdit& textEdit() const { return *m_text; }

    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void edited(const QVariant& bytes);
    void refused(const QString& reason);

private:
    void setUpHead();
    void setUpText();
    BytesEditor::Form form() const;
    bool isLong() const { return m_bytes.toByteArray().size() > BytesEditor::kLongest; }
    bool staysAsText() const;
    void showBytes();
    void takeText();
    void takeFile();
    void setNull(bool null);

    QVariant m_bytes;
    bool m_isShowing = false;
    bool m_isFormChosen = false;  // by hand; else it follows the bytes
    QLabel* m_name;
    SegmentedControl* m_form;
    QCheckBox* m_null;
    QToolButton* m_file;
    QLabel* m_size;
    QPlainTextEdit* m_text;
};

}  // namespace brokerscope
