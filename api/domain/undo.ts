/** How long an action can be undone (ms). Its emails wait in the outbox until then. */
export const UNDO_WINDOW_MS = 30_000;
