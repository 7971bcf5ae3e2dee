#pragma once

#include "core/text/primitive_calculator.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace brokerscope {

class ElidedLabel;
class TitleBar;

// The primitive types with a calculator: a value becomes bytes and bytes become a value while one types, each run of
// bytes explained. What is wrong is said with its place. GUI thread.
class ReferencePrimitives : public QWidget {
    Q_OBJECT

public:
    explicit ReferencePrimitives(QWidget* parent = nullptr);

    // By documentation name: COMPACT_STRING; nothing for another name.
    void chooseType(const QString& name);
    QString chosenType() const;
    void chooseElement(const QString& type);  // of an array, by the definitions' word
    void setValue(const QString& text);
    void setBytes(const QString& hex);
    QLineEdit& value() const { return *m_value; }
    QLineEdit& bytes() const { return *m_bytes; }
    QString explanation() const;  // a line a run of bytes
    QString remarks() const;      // what is wrong, a line each; empty: nothing

protected:
    void changeEvent(QEvent* event) override;

private:
    void setUpList();
    QWidget* makeCalculator();
    QLabel* caption(const QString& text, QWidget* buddy);
    void showType();
    void takeValue(const QString& text);
    void takeBytes(const QString& text);
    void showReading();
    FieldType element() const;

    const PrimitiveType* m_type = nullptr;
    PrimitiveReading m_reading;
    QString m_failure;  // why there is no reading; empty: there is one
    QListWidget* m_list = nullptr;
    TitleBar* m_bar = nullptr;
    QLabel* m_says = nullptr;
    QLabel* m_elementCaption = nullptr;
    QComboBox* m_element = nullptr;
    QLineEdit* m_value = nullptr;
    QLineEdit* m_bytes = nullptr;
    QTextBrowser* m_explanation = nullptr;
};

}  // namespace brokerscope
