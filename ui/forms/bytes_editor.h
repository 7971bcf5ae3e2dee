#pragma once

#include <QByteArray>
#include <QWidget>
#include <optional>

class QComboBox;
class QLineEdit;

namespace brokerscope {

// One line for bytes, written as hex, base64 or text (UTF-8). Changing the form keeps the bytes where the text says
// some.
class BytesEditor : public QWidget {
    Q_OBJECT

public:
    enum class Form { Hex, Base64, Text };

    explicit BytesEditor(QWidget* parent = nullptr);

    void setBytes(const QByteArray& bytes);
    std::optional<QByteArray> bytes() const;  // nothing: the text is not of that form
    void setForm(Form form);
    Form form() const;

Q_SIGNALS:
    void edited();

private:
    QString written(const QByteArray& bytes, Form form) const;
    void textChanged();
    void formChanged();

    QComboBox* m_form;
    QLineEdit* m_text;
    QByteArray m_bytes;  // of the last text that was right
};

}  // namespace brokerscope
