/** The ends of an integer type by its size in bits. */
final class IntegerRange {
    private IntegerRange() {
    }

    static long lowest(int bits, boolean signed) {
        return signed ? -1L << (bits - 1) : 0;
    }

    static long highest(int bits, boolean signed) {
        return signed ? ~(-1L << (bits - 1)) : (1L << bits) - 1;
    }
}
