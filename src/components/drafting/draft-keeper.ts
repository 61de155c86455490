import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#db/enums.ts';
import { ApiError, wordsOfError } from '#src/lib/api-client.ts';
import { type DraftCalls, type DraftOrigin, type DraftText, isSameText, type Mirror } from './draft-text.ts';
import { createMirroring } from './mirroring.ts';
import { dueAt, isWorthRetrying, retryPause } from './save-rhythm.ts';

/** Time and timers, so that tests own them. */
export type KeeperClock = {
  now(): number;
  setTimer(run: () => void, milliseconds: number): unknown;
  clearTimer(timer: unknown): void;
};

export type SaveState<Fields> =
  /** The server has everything; `at` is null as long as nothing was written. */
  | { kind: 'saved'; at: string | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'failed'; reason: string }
  /** The session is over: nothing can be saved until somebody signs in. */
  | { kind: 'ended' }
  /** The post or document is no longer there. */
  | { kind: 'gone'; reason: string }
  | { kind: 'conflict'; theirs: DraftJson<Fields>; base: DraftText<Fields> | null };

export type KeeperState<Fields> = {
  save: SaveState<Fields>;
  /** Why the browser keeps no copy, when it does not. */
  mirrorTrouble: string | null;
  /** Something is not on the server yet. */
  isDirty: boolean;
};

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

/** A last save while the page closes may carry this much; browsers allow 64 KB for all of them together. */
const KEEPALIVE_MAX_BYTES = 60_000;

/**
 * Keeps what is typed: mirrors every change in the browser, saves one state at a time, tries again by itself, and never
 * writes over what somebody else saved.
 */
export function createDraftKeeper<Fields>(options: Options<Fields>) {
  const { calls, clock, read } = options;
  let { session } = options;
  let origin = { ...options.origin };
  let base: DraftText<Fields> | null = options.saved;
  let state: SaveState<Fields> = { kind: 'saved', at: options.saved?.at ?? null };
  // Changes are counted: what is saved is compared by number, not by text.
  let changes = 0;
  let savedChanges = 0;
  let firstUnsavedAt = 0;
  let lastChangeAt = 0;
  let failures = 0;
  let hasAskedToCreate = false;
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
      session,
      kind: options.kind,
      userId: options.userId,
      subjectId: origin.id,
      version: origin.version,
      baseRevision: origin.baseRevision,
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
      taken(await send(text), sent, text, startedAt);
    } catch (error) {
      refused(error, sent, text, startedAt);
    }
  }

  /** Makes the post or document when there is none yet; saves otherwise. Answers when it was saved. */
  async function send(text: DraftText<Fields>): Promise<string> {
    if (origin.id === null) {
      const isAgain = hasAskedToCreate;
      hasAskedToCreate = true;
      const { id, draft } = await calls.create({ ...text, session });
      origin = { id, version: draft.version, baseRevision: draft.base_revision };
      options.onCreated(id);
      // Asked before with an older text, the server answers with that one.
      if (!isAgain) return draft.updated_at;
    }
    return put(text, session);
  }

  async function put(text: DraftText<Fields>, as: string): Promise<string> {
    const { id, version, baseRevision } = origin;
    const saved = await calls.save(id ?? 0, { ...text, session: as, version, base_revision: baseRevision });
    origin = { ...origin, version: saved.version };
    return saved.updated_at;
  }

  function taken(at: string, sent: number, text: DraftText<Fields>, startedAt: number) {
    failures = 0;
    base = text;
    savedChanges = Math.max(savedChanges, sent);
    if (!isDirty()) {
      mirroring.forget(session);
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
      origin = { ...origin, version: theirs.version, baseRevision: theirs.base_revision };
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
    if (evenEmpty && origin.id === null && !isDirty()) changes += 1;
    const wanted = changes;
    while (savedChanges < wanted) {
      await attempt();
      if (savedChanges < wanted && state.kind !== 'waiting') throw new Error(wordsOfState(state));
    }
  }

  /**
   * Ends a conflict with the chosen text, which stands in the screen already. Both versions stay in the revisions: theirs is
   * there, and mine is saved first, as a session of its own, unless it is what was chosen.
   */
  async function resolve(mine: DraftText<Fields>, chosen: DraftText<Fields>): Promise<void> {
    if (state.kind !== 'conflict') return;
    const { theirs } = state;
    origin = { ...origin, version: theirs.version || origin.version, baseRevision: theirs.base_revision };
    try {
      if (!isSameText(mine, chosen)) await put(mine, losersSession);
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

  /** Goes on with a text that was mirrored by an editor which is no longer open, as if it were that one. */
  function adopt(record: { session: string; version: number; baseRevision: number }): void {
    session = record.session;
    hasAskedToCreate = true;
    origin = { ...origin, version: record.version, baseRevision: record.baseRevision };
  }

  /** The text was published, discarded or restored by another call: the server has it in this state. */
  function settle(next: Omit<DraftOrigin, 'id'>, text: DraftText<Fields>, at: string | null): void {
    clock.clearTimer(timer);
    origin = { ...origin, ...next };
    base = text;
    savedChanges = changes;
    failures = 0;
    mirroring.forget(session);
    become({ kind: 'saved', at });
  }

  return {
    changed,
    saveNow,
    resolve,
    adopt,
    settle,
    session: () => session,
    origin: () => origin,
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
      origin = { id: null, version: 0, baseRevision: 0 };
      const old = session;
      session = options.newSession();
      hasAskedToCreate = false;
      state = { kind: 'waiting' };
      changes += 1;
      await saveNow();
      mirroring.forget(old);
    },
    /** The page may be closed now: mirrors, and saves what fits into a request that outlives the page. */
    hide(): void {
      if (!isDirty()) return;
      void mirroring.now();
      if (isHeld() || origin.id === null) return;
      const { id, version, baseRevision } = origin;
      const input = { ...read(), session, version, base_revision: baseRevision };
      if (new TextEncoder().encode(JSON.stringify(input)).length > KEEPALIVE_MAX_BYTES) return;
      // The page may come back: then the rhythm goes on, and the same session may save again.
      calls.save(id, input, { keepalive: true }).catch(() => undefined);
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

/** Why a text is not saved, for a person. */
export function wordsOfState(state: SaveState<unknown>): string {
  if (state.kind === 'offline') return 'You are offline. Your text is kept in this browser.';
  if (state.kind === 'ended') return 'Your session has ended. Please sign in again.';
  if (state.kind === 'conflict') return 'Somebody else has changed this meanwhile.';
  if (state.kind === 'failed' || state.kind === 'gone') return state.reason;
  return 'Your text is not saved yet.';
}
