import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#db/enums.ts';
import { ApiError, wordsOfError } from '#src/lib/api-client.ts';
import { createDraftLine } from './draft-line.ts';
import { type DraftCalls, type DraftOrigin, type DraftText, isSameText, type Mirror } from './draft-text.ts';
import { createMirroring } from './mirroring.ts';
import { dueAt, isWorthRetrying, retryPause } from './save-rhythm.ts';
import { type KeeperClock, type KeeperState, type SaveState, wordsOfState } from './save-state.ts';

type Options<Fields> = {
  kind: DraftSubject;
  userId: number;
  session: string;
  newSession: () => string;
  origin: DraftOrigin;
  /** What the server has, if it has anything. */
  saved: (DraftText<Fields> & { at: string | null }) | null;
  /** The text as it stands in the screen, now. */
  read: () => DraftText<Fields>;
  calls: DraftCalls<Fields>;
  mirror: Mirror<Fields>;
  clock: KeeperClock;
  isOnline: () => boolean;
  onState: (state: KeeperState<Fields>) => void;
  onCreated: (id: number) => void;
};

export type DraftKeeper<Fields> = ReturnType<typeof createDraftKeeper<Fields>>;

/**
 * Keeps what is typed: mirrors every change in the browser, saves one state at a time, tries again by itself, and never
 * writes over what somebody else saved.
 */
export function createDraftKeeper<Fields>(options: Options<Fields>) {
  const { clock, read } = options;
  const line = createDraftLine(options);
  let base: DraftText<Fields> | null = options.saved;
  let state: SaveState<Fields> = { kind: 'saved', at: options.saved?.at ?? null };
  // Changes are counted: what is saved is compared by number, not by text.
  let changes = 0;
  let savedChanges = 0;
  let firstUnsavedAt = 0;
  let lastChangeAt = 0;
  let failures = 0;
  // Saves what loses a conflict; the same for every try, so that an answer that was lost is no new conflict.
  let losersSession = '';
  let running: Promise<void> | null = null;
  let timer: unknown = null;
  let isStopped = false;

  const mirroring = createMirroring<Fields>({
    mirror: options.mirror,
    clock,
    record: () => ({
      ...read(),
      session: line.session(),
      kind: options.kind,
      userId: options.userId,
      subjectId: line.origin().id,
      version: line.origin().version,
      baseRevision: line.origin().baseRevision,
      changedAt: lastChangeAt,
    }),
    onTrouble: () => tell(),
  });

  const isDirty = () => savedChanges < changes;
  const isHeld = () => state.kind === 'conflict' || state.kind === 'ended' || state.kind === 'gone';
  const report = (): KeeperState<Fields> => ({
    save: state,
    mirrorTrouble: mirroring.trouble(),
    isDirty: isDirty(),
  });
  const tell = () => {
    if (!isStopped) options.onState(report());
  };
  const become = (next: SaveState<Fields>) => {
    state = next;
    tell();
  };

  function schedule(milliseconds: number): void {
    clock.clearTimer(timer);
    timer = isStopped ? null : clock.setTimer(() => void attempt(), milliseconds);
  }

  function scheduleNext(): void {
    schedule(Math.max(0, dueAt(firstUnsavedAt, lastChangeAt) - clock.now()));
  }

  /** Something was typed. Cheap: the text is read when it is needed. */
  function changed() {
    lastChangeAt = clock.now();
    if (!isDirty()) firstUnsavedAt = lastChangeAt;
    changes += 1;
    mirroring.soon();
    if (isHeld() || running) return tell();
    if (state.kind === 'offline' || (state.kind === 'failed' && failures > 0)) return tell(); // tries again by itself
    become({ kind: 'waiting' });
    scheduleNext();
  }

  /** One save; it never throws, the state tells. */
  function attempt(): Promise<void> {
    running ??= save().finally(() => {
      running = null;
    });
    return running;
  }

  async function save(): Promise<void> {
    clock.clearTimer(timer);
    if (isHeld() || isStopped) return;
    const sent = changes;
    const startedAt = clock.now();
    const text = read();
    become({ kind: 'saving' });
    try {
      taken(await line.send(text), sent, text, startedAt);
    } catch (error) {
      refused(error, sent, text, startedAt);
    }
  }

  function taken(at: string, sent: number, text: DraftText<Fields>, startedAt: number) {
    failures = 0;
    base = text;
    savedChanges = Math.max(savedChanges, sent);
    if (!isDirty()) {
      mirroring.forget(line.session());
      return become({ kind: 'saved', at });
    }
    firstUnsavedAt = startedAt;
    mirroring.soon();
    become({ kind: 'waiting' });
    scheduleNext();
  }

  function refused(error: unknown, sent: number, text: DraftText<Fields>, startedAt: number) {
    const status = error instanceof ApiError ? error.status : -1;
    if (error instanceof ApiError && status === 409 && error.versions) {
      return met(error.versions.theirs as DraftJson<Fields>, sent, text, startedAt);
    }
    if (status === 401) return become({ kind: 'ended' });
    if (status === 404 || status === 410) return become({ kind: 'gone', reason: wordsOfError(error) });
    if (!isWorthRetrying(status)) {
      failures = 0;
      // Typed meanwhile: that may be the cure.
      if (changes > sent) scheduleNext();
      return become({ kind: 'failed', reason: wordsOfError(error) });
    }
    failures += 1;
    const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
    schedule(Math.max(retryPause(failures), (asked ?? 0) * 1000));
    become(options.isOnline() ? { kind: 'failed', reason: wordsOfError(error) } : { kind: 'offline' });
  }

  /** Somebody saved in between. The same text is no conflict. */
  function met(theirs: DraftJson<Fields>, sent: number, text: DraftText<Fields>, startedAt: number) {
    failures = 0;
    if (isSameText(theirs, text)) {
      line.rebase(theirs.version, theirs.base_revision);
      return taken(theirs.updated_at, sent, text, startedAt);
    }
    meet(theirs);
  }

  function meet(theirs: DraftJson<Fields>): void {
    losersSession = options.newSession();
    become({ kind: 'conflict', theirs, base });
  }

  /** Saves what stands there now, whatever the rhythm. @throws Error with a sentence when that cannot be done. */
  async function saveNow({ evenEmpty = false } = {}): Promise<void> {
    if (evenEmpty && line.origin().id === null && !isDirty()) changes += 1;
    const wanted = changes;
    while (savedChanges < wanted) {
      await attempt();
      if (savedChanges < wanted && (state.kind !== 'waiting' || isStopped)) throw new Error(wordsOfState(state));
    }
  }

  /**
   * Ends a conflict; the chosen text then goes into the screen and is saved as any other. Both versions stay in the revisions: theirs is
   * there, and mine is saved first, as a session of its own, unless it is what was chosen.
   */
  async function resolve(mine: DraftText<Fields>, chosen: DraftText<Fields>): Promise<void> {
    if (state.kind !== 'conflict') return;
    const { theirs } = state;
    line.rebase(theirs.version, theirs.base_revision);
    try {
      if (!isSameText(mine, chosen)) await line.put(mine, losersSession);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && error.versions) {
        meet(error.versions.theirs as DraftJson<Fields>);
        throw new Error('It was changed once more meanwhile. Please look at the newest version.');
      }
      throw error;
    }
    base = theirs;
    state = { kind: 'waiting' };
  }

  /** The text was published, discarded or restored by another call: the server has it in this state. */
  function settle(next: Omit<DraftOrigin, 'id'>, text: DraftText<Fields>, at: string | null): void {
    clock.clearTimer(timer);
    line.rebase(next.version, next.baseRevision);
    base = text;
    savedChanges = changes;
    failures = 0;
    mirroring.forget(line.session());
    become({ kind: 'saved', at });
  }

  return {
    changed,
    saveNow,
    resolve,
    /** Goes on with a text that was mirrored by an editor which is no longer open, as if it were that one. */
    adopt: line.adopt,
    settle,
    session: line.session,
    origin: line.origin,
    isDirty,
    state: report,
    /** Another call has met a conflict, as publishing does when the live post has changed. */
    conflict: meet,
    /** Tries at once what waits for its time: asked by a person, or because the network is back. */
    async retry(): Promise<void> {
      if (isDirty() && !isHeld()) await attempt();
    },
    offline(): void {
      if (isDirty() && !isHeld() && !running) become({ kind: 'offline' });
    },
    async signedIn(): Promise<void> {
      if (state.kind !== 'ended') return;
      state = { kind: 'waiting' };
      if (isDirty()) await attempt();
      else become({ kind: 'saved', at: null });
    },
    /** Makes a new post or document of the text, when the old one is gone. */
    async saveAsNew(): Promise<void> {
      await mirroring.now();
      const old = line.session();
      line.startAnew(options.newSession());
      state = { kind: 'waiting' };
      changes += 1;
      await saveNow();
      mirroring.forget(old);
    },
    /** The page may be closed now: mirrors, and saves what fits into a request that outlives the page. */
    hide(): void {
      if (!isDirty()) return;
      void mirroring.now();
      if (!isHeld()) line.sendLast(read());
    },
    /** Keeps the text in the browser, without waiting for its turn. */
    mirrorNow: () => mirroring.now(),
    stop(): void {
      isStopped = true;
      clock.clearTimer(timer);
      mirroring.stop();
    },
  };
}
