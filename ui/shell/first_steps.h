#pragma once

#include "core/workbench/send_request.h"

#include <QObject>
#include <QString>

namespace brokerscope {

class MainWindow;

// The first steps of somebody new, done by the program itself: Metadata at the highest common version is composed in
// the window and sent, and what went out and came back is printed. GUI thread; the window must outlive it.
class FirstSteps : public QObject {
    Q_OBJECT

public:
    // `picture`: file for a picture of the Compose page with the answer; empty: none.
    FirstSteps(MainWindow& window, QString picture);

    // To be called before the window connects.
    void begin();

Q_SIGNALS:
    void finished(int exitStatus);

private:
    void compose();
    void report(const SendResult& result);
    void fail(const QString& sentence);
    void savePicture(int exitStatus);

    MainWindow& m_window;
    QString m_picture;
};

}  // namespace brokerscope
