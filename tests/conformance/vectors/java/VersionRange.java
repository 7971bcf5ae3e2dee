/** Versions of a message as the definition language writes them: {@code 3}, {@code 0-2}, {@code 3+}, {@code none}. */
record VersionRange(int lowest, int highest) {
    static final VersionRange NONE = new VersionRange(0, -1);

    static VersionRange parse(String text) {
        if (text == null || text.isEmpty() || text.equals("none")) {
            return NONE;
        }
        if (text.endsWith("+")) {
            return new VersionRange(Integer.parseInt(text.substring(0, text.length() - 1)), Short.MAX_VALUE);
        }
        int dash = text.indexOf('-');
        if (dash < 0) {
            int only = Integer.parseInt(text);
            return new VersionRange(only, only);
        }
        return new VersionRange(Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
    }

    boolean contains(int version) {
        return lowest <= version && version <= highest;
    }

    boolean isEmpty() {
        return highest < lowest;
    }
}
