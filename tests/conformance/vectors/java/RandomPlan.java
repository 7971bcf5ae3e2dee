import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/**
 * Random values that lean towards the ends of ranges; optionally every structure also gets tags that no version
 * defines.
 */
final class RandomPlan extends FillPlan {
    private static final String[] TEXTS = {"", "a", "orders", "gr\u00f6\u00dfe", "\u65e5\u672c\u8a9e", "\ud83d\ude00",
        "tab\t\"quote\" \\ /", "\u0000", "line\nbreak\r", "e\u0301", "\u0416\u0436", "\u007f\u0080", "\u2028\u2029",
        "\ufffd", "\ufeffmark", "\ud835\udd18\ud835\udd2b", "\u05d0\u202e", "<a href=''>&amp;</a>", "\ud7ff\ue000"};
    private static final double[] DOUBLES = {0.0, -0.0, 1.0, -1.5, 0.1, 1e21, 1e-7, 123456789.125, Double.MIN_VALUE,
        -Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, 9007199254740993.0, 1.0 / 3};
    // Kafka cannot write the tag 2147483647: it stands for the end of the tags there.
    private static final int[] UNKNOWN_TAGS = {0, 1, 2, 3, 99, 127, 128, 10001, 16383, 16384, 2097152,
        Integer.MAX_VALUE - 1};
    private static final int[] TAG_SIZES = {0, 1, 5, 127, 128};

    private final Random random;
    private final boolean withUnknownTags;

    RandomPlan(Random random, boolean withUnknownTags) {
        this.random = random;
        this.withUnknownTags = withUnknownTags;
    }

    @Override
    boolean sets(FieldDefinition field, String path, boolean tagged) {
        return !tagged || random.nextBoolean();
    }

    @Override
    boolean picksNull(FieldDefinition field) {
        return random.nextInt(6) == 0;
    }

    @Override
    int arrayLength(String path, int depth) {
        return random.nextInt(depth == 0 ? 4 : 3);
    }

    @Override
    long integer(int bits, boolean signed) {
        long lowest = IntegerRange.lowest(bits, signed);
        long highest = IntegerRange.highest(bits, signed);
        switch (random.nextInt(10)) {
            case 0: return lowest;
            case 1: return highest;
            case 2: return signed ? -1 : highest - 1;
            case 3: return 0;
            case 4: return lowest + 1;
            case 5: return highest & 0x8081828384858687L & ~(1L << 63);
            case 6:
            case 7: return random.nextInt(100);
            default: return bits == 64 ? random.nextLong()
                    : Math.floorMod(random.nextLong(), highest - lowest + 1) + lowest;
        }
    }

    @Override
    double float64() {
        if (random.nextInt(3) > 0) {
            return DOUBLES[random.nextInt(DOUBLES.length)];
        }
        double any = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(any) ? any : random.nextDouble();
    }

    @Override
    boolean bool() {
        return random.nextBoolean();
    }

    @Override
    String string() {
        StringBuilder text = new StringBuilder(TEXTS[random.nextInt(TEXTS.length)]);
        if (random.nextInt(4) == 0) {
            text.append(TEXTS[random.nextInt(TEXTS.length)]).appendCodePoint(anyCodePoint());
        }
        return text.toString();
    }

    @Override
    byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(9)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Override
    Uuid uuid() {
        switch (random.nextInt(4)) {
            case 0: return Uuid.ZERO_UUID;
            case 1: return new Uuid(0, 1);
            case 2: return new Uuid(-1, -1);
            default: return new Uuid(random.nextLong(), random.nextLong());
        }
    }

    @Override
    int recordCount() {
        return random.nextInt(4);
    }

    @Override
    List<RawTaggedField> unknownTags(StructDefinition struct) {
        if (!withUnknownTags) {
            return List.of();
        }
        Set<Integer> defined = struct.definedTags();
        List<Integer> free = new ArrayList<>();
        for (int tag : UNKNOWN_TAGS) {
            if (!defined.contains(tag)) {
                free.add(tag);
            }
        }
        Collections.shuffle(free, random);
        List<RawTaggedField> tags = new ArrayList<>();
        free.stream().limit(1 + random.nextInt(3)).sorted()
                .forEach(tag -> tags.add(new RawTaggedField(tag, tagData())));
        return tags;
    }

    private byte[] tagData() {
        byte[] data = new byte[TAG_SIZES[random.nextInt(TAG_SIZES.length)]];
        Arrays.fill(data, (byte) random.nextInt(256));
        return data;
    }

    private int anyCodePoint() {
        int codePoint = random.nextInt(Character.MAX_CODE_POINT + 1);
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return surrogate ? 'x' : codePoint;
    }
}
