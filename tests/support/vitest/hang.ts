/** The longest wait of a test for what must come, milliseconds: only what hangs meets it, also on a machine at full load. */
export const HANG_MS = 90_000;
