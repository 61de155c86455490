import { formatError } from '#src/lib/api-client.ts';
import type { LocalDraftWriter, LocalDraft } from '#src/features/drafts/draft-content.ts';
import type { AutosaveClock } from '#src/features/drafts/autosave/save-state.ts';

type Options<Fields> = {
  localStore: LocalDraftWriter<Fields>;
  clock: AutosaveClock;
  record: () => LocalDraft<Fields>;
  /** Called when `lastError` changes. */
  onErrorChange: () => void;
};

/** Up to this duration a copy does not slow down typing noticeably, milliseconds. */
const FAST_WRITE_MS = 8;
const MAX_DELAY_MS = 500;

export type LocalBackup = ReturnType<typeof createLocalBackup>;

/**
 * Writes the draft to IndexedDB after each change; throttled to ten times the duration of the last write when that was
 * slow.
 */
export function createLocalBackup<Fields>({ localStore, clock, record, onErrorChange }: Options<Fields>) {
  let timer: unknown = null;
  let wait = 0;
  let lastError: string | null = null;

  const setLastError = (next: string | null) => {
    if (next === lastError) return;
    lastError = next;
    onErrorChange();
  };

  async function writeNow(): Promise<void> {
    clock.clearTimer(timer);
    timer = null;
    const startedAt = clock.now();
    try {
      const written = localStore.put(record());
      const took = clock.now() - startedAt;
      wait = took > FAST_WRITE_MS ? Math.min(took * 10, MAX_DELAY_MS) : 0;
      await written;
      setLastError(null);
    } catch (error) {
      setLastError(formatError(error));
    }
  }

  return {
    writeNow,
    lastError: () => lastError,
    schedule(): void {
      timer ??= clock.setTimer(() => void writeNow(), wait);
    },
    /** The server has it. */
    remove(clientId: string): void {
      clock.clearTimer(timer);
      timer = null;
      localStore.remove(clientId).then(
        () => setLastError(null),
        () => undefined, // it is offered once more, and is the same then
      );
    },
    stop(): void {
      clock.clearTimer(timer);
      timer = null;
    },
  };
}
