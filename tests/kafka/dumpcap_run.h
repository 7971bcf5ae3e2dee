#pragma once

#include <QProcess>
#include <QString>

#include <cstdint>
#include <string>

namespace brokerscope::testing {

// dumpcap, capturing the packets of one TCP port into a file for as long as it runs.
class DumpcapRun {
public:
    // Whether dumpcap is installed and may capture here.
    static bool isPossible();

    // `linkType` is one of `dumpcap -L`; empty: the interface's own. Returns when it captures.
    DumpcapRun(const QString& interface, const QString& linkType, std::uint16_t port, const std::string& file);
    ~DumpcapRun();

    bool isCapturing() const { return m_isCapturing; }
    // Returns when everything seen is in the file.
    void stop();
    std::string said() const { return m_said.toStdString(); }

private:
    bool waitUntilItSays(const QString& text);

    QProcess m_process;
    QString m_said;
    bool m_isCapturing = false;
};

}  // namespace brokerscope::testing
