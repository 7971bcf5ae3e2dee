package org.brokerscope.state;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** Requests that Kafka's clients do not send: of old versions, or of brokers. */
final class RawRequests {
    private static final int MOST_BYTES = 1 << 20;

    private RawRequests() {}

    /** Sends a request over a connection of its own and reads the answer into the empty response, which is returned. */
    static <R extends ApiMessage> R send(String address, ApiMessage request, int version, R response) throws IOException {
        int colon = address.lastIndexOf(':');
        try (var socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(frame(request, (short) version));
            var input = new DataInputStream(socket.getInputStream());
            int size = input.readInt();
            if (size < 0 || size > MOST_BYTES)
                throw new IOException("an answer of " + size + " bytes");
            var accessor = new ByteBufferAccessor(ByteBuffer.wrap(input.readNBytes(size)));
            short headerVersion = ApiKeys.forId(request.apiKey()).responseHeaderVersion((short) version);
            new ResponseHeaderData().read(accessor, headerVersion);
            response.read(accessor, (short) version);
            return response;
        }
    }

    private static byte[] frame(ApiMessage request, short version) {
        var header = new RequestHeaderData().setRequestApiKey(request.apiKey()).setRequestApiVersion(version)
                .setCorrelationId(1).setClientId("state");
        short headerVersion = ApiKeys.forId(request.apiKey()).requestHeaderVersion(version);
        var cache = new ObjectSerializationCache();
        int size = header.size(cache, headerVersion) + request.size(cache, version);
        var buffer = ByteBuffer.allocate(4 + size);
        buffer.putInt(size);
        var accessor = new ByteBufferAccessor(buffer);
        header.write(accessor, cache, headerVersion);
        request.write(accessor, cache, version);
        return buffer.array();
    }
}
