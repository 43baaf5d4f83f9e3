/** Nothing any more: its index is replaced by the one of 0110, which drops it where it was made. It was in no release. */
export async function up() {}
