#pragma once

#include <QByteArray>
#include <QWidget>
#include <optional>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace brokerscope {

// One line for bytes, written as hex, base64 or text (UTF-8), or taken from a file. Changing the form keeps the bytes
// where the text says some; bytes that are not UTF-8 are never written as text. More than kLongest bytes are not
// written out: the line says how many there are, until another file is taken or they are dropped.
class BytesEditor : public QWidget {
    Q_OBJECT

public:
    enum class Form { Hex, Base64, Text };
    static constexpr qsizetype kLongest = 65'536;  // bytes that are edited as text

    explicit BytesEditor(QWidget* parent = nullptr);

    void setBytes(const QByteArray& bytes);
    std::optional<QByteArray> bytes() const;  // nothing: the text is not of that form
    void setForm(Form form);
    Form form() const;

    // Between bytes and what stands for them; nothing: the text is not of that form.
    static QString written(const QByteArray& bytes, Form form);
    static std::optional<QByteArray> read(const QString& text, Form form);
    // Asks for a file. Nothing: none was chosen; a file that cannot be read, or above 16 MiB, says so in `failure`.
    static std::optional<QByteArray> askForFile(QWidget* parent, QString& failure);

Q_SIGNALS:
    void edited();

private:
    void textChanged();
    void formChanged();
    void takeFile();
    void show();

    QComboBox* m_form;
    QLineEdit* m_text;
    QToolButton* m_file;
    QToolButton* m_drop;  // of bytes that are not written out
    QByteArray m_bytes;   // of the last text that was right
};

}  // namespace brokerscope
