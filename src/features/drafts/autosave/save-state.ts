import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';

/** Time and timers, so that tests own them. */
export type AutosaveClock = {
  now(): number;
  setTimer(run: () => void, milliseconds: number): unknown;
  clearTimer(timer: unknown): void;
};

export type SaveState<Fields> =
  /** Everything is saved; `at` is null while nothing was written. */
  | { kind: 'saved'; at: string | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'failed'; reason: string }
  /** The session is over: nothing can be saved until the user signs in. */
  | { kind: 'ended' }
  /** The post or document is no longer there. */
  | { kind: 'gone'; reason: string }
  | {
      kind: 'conflict';
      theirs: DraftJson<Fields>;
      base: DraftContent<Fields> | null;
      /** Saves the text that loses; the same for every try, so that an answer that was lost is no new conflict. */
      discardedClientId: string;
    };

export type AutosaveState<Fields> = {
  save: SaveState<Fields>;
  /** Why the browser has no copy, if it has none. */
  backupError: string | null;
  /** Something is not on the server yet. */
  isDirty: boolean;
};

export const isSameState = <Fields>(one: AutosaveState<Fields>, other: AutosaveState<Fields> | null): boolean =>
  one.save === other?.save && one.backupError === other.backupError && one.isDirty === other.isDirty;

/** Why a text is not saved, as a message for the user. */
export function formatSaveState(state: SaveState<unknown>): string {
  if (state.kind === 'offline') return 'You’re offline. Your text is kept in this browser.';
  if (state.kind === 'ended') return 'Your session has ended. Sign in again.';
  if (state.kind === 'conflict') return 'Someone else changed this.';
  if (state.kind === 'failed' || state.kind === 'gone') return state.reason;
  return 'Your text isn’t saved yet.';
}
