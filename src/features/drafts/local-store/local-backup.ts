import { wordsOfError } from '#src/lib/api-client.ts';
import type { Mirror, MirrorRecord } from '#src/features/drafts/draft-content.ts';
import type { KeeperClock } from '#src/features/drafts/autosave/save-state.ts';

type Options<Fields> = {
  mirror: Mirror<Fields>;
  clock: KeeperClock;
  record: () => MirrorRecord<Fields>;
  /** Said whenever `trouble` changes. */
  onTrouble: () => void;
};

/** Up to this a copy costs nothing that a person who types could feel, milliseconds. */
const UNNOTICED_MS = 8;
const LONGEST_WAIT_MS = 500;

export type Mirroring = ReturnType<typeof createMirroring>;

/** Copies the text into the browser right after each change; a text that takes long to copy, a little more seldom. */
export function createMirroring<Fields>({ mirror, clock, record, onTrouble }: Options<Fields>) {
  let timer: unknown = null;
  let wait = 0;
  let trouble: string | null = null;

  const note = (next: string | null) => {
    if (next === trouble) return;
    trouble = next;
    onTrouble();
  };

  async function now(): Promise<void> {
    clock.clearTimer(timer);
    timer = null;
    const startedAt = clock.now();
    try {
      const written = mirror.put(record());
      const took = clock.now() - startedAt;
      wait = took > UNNOTICED_MS ? Math.min(took * 10, LONGEST_WAIT_MS) : 0;
      await written;
      note(null);
    } catch (error) {
      note(wordsOfError(error));
    }
  }

  return {
    now,
    trouble: () => trouble,
    soon(): void {
      timer ??= clock.setTimer(() => void now(), wait);
    },
    /** The server has it. */
    forget(session: string): void {
      clock.clearTimer(timer);
      timer = null;
      mirror.remove(session).then(
        () => note(null),
        () => undefined, // it is offered once more, and is the same then
      );
    },
    stop(): void {
      clock.clearTimer(timer);
      timer = null;
    },
  };
}
