import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { Attempts } from './attempts.ts';
import { createDraftLine, type DraftLine } from './draft-line.ts';
import { type DraftOrigin, type DraftText, isSameText, type MirrorRecord } from './draft-text.ts';
import type { KeeperOptions } from './keeper-options.ts';
import { createMirroring, type Mirroring } from './mirroring.ts';
import { refusalOf, theirsOf } from './refusal.ts';
import { type KeeperState, type SaveState, wordsOfState } from './save-state.ts';
import { Unsaved } from './unsaved.ts';

/** A text on its way to the server: with which changes, and since when. */
type Sent<Fields> = { text: DraftText<Fields>; changes: number; startedAt: number };

/**
 * Keeps what is typed: mirrors every change in the browser, saves one state at a time, tries again by itself, and never
 * writes over what somebody else saved.
 */
export class DraftKeeper<Fields> {
  readonly #options: KeeperOptions<Fields>;
  readonly #line: DraftLine<Fields>;
  readonly #mirroring: Mirroring;
  readonly #attempts: Attempts;
  readonly #unsaved = new Unsaved();
  /** The text that this editor and the server last agreed on. */
  #base: DraftText<Fields> | null;
  #save: SaveState<Fields>;

  constructor(options: KeeperOptions<Fields>) {
    const { mirror, clock } = options;
    this.#options = options;
    this.#line = createDraftLine(options);
    this.#mirroring = createMirroring({
      mirror,
      clock,
      record: () => this.#record(),
      onTrouble: () => this.#tell(),
    });
    this.#attempts = new Attempts(clock, () => this.#attempt());
    this.#base = options.saved;
    this.#save = { kind: 'saved', at: options.saved?.at ?? null };
  }

  session(): string {
    return this.#line.session();
  }

  origin(): DraftOrigin {
    return this.#line.origin();
  }

  isDirty(): boolean {
    return this.#unsaved.isAny;
  }

  state(): KeeperState<Fields> {
    return { save: this.#save, mirrorTrouble: this.#mirroring.trouble(), isDirty: this.isDirty() };
  }

  /** Something was typed. Cheap: the text is read when it is needed. */
  changed(): void {
    const { kind } = this.#save;
    this.#unsaved.typed(this.#options.clock.now());
    this.#mirroring.soon();
    const isTryingAgain = kind === 'offline' || (kind === 'failed' && this.#attempts.isRetrying);
    if (this.#isHeld() || this.#attempts.isRunning || isTryingAgain) this.#tell();
    else this.#waitForPause();
  }

  /** Saves what stands there now, whatever the rhythm. @throws Error with a sentence when that cannot be done. */
  async saveNow({ evenEmpty = false } = {}): Promise<void> {
    if (evenEmpty && this.origin().id === null && !this.isDirty()) this.#unsaved.wanted();
    const wanted = this.#unsaved.count;
    while (!this.#unsaved.isSaved(wanted)) {
      await this.#attempts.now();
      const isGoingOn = this.#save.kind === 'waiting' && !this.#attempts.isStopped;
      if (!this.#unsaved.isSaved(wanted) && !isGoingOn) throw new Error(wordsOfState(this.#save));
    }
  }

  /** Tries at once what waits for its time: asked by a person, or because the network is back. */
  async retry(): Promise<void> {
    if (this.isDirty() && !this.#isHeld()) await this.#attempts.now();
  }

  offline(): void {
    if (this.isDirty() && !this.#isHeld() && !this.#attempts.isRunning) this.#become({ kind: 'offline' });
  }

  async signedIn(): Promise<void> {
    if (this.#save.kind !== 'ended') return;
    this.#save = { kind: 'waiting' };
    if (this.isDirty()) await this.#attempts.now();
    else this.#become({ kind: 'saved', at: null });
  }

  /** Another call has met a conflict, as publishing does when the live post has changed. */
  conflict(theirs: DraftJson<Fields>): void {
    this.#become({ kind: 'conflict', theirs, base: this.#base, losersSession: this.#options.newSession() });
  }

  /**
   * Ends a conflict; the chosen text then goes into the screen and is saved as any other. Both versions stay in the revisions: theirs is
   * there, and mine is saved first, as a session of its own, unless it is what was chosen.
   */
  async resolve(mine: DraftText<Fields>, chosen: DraftText<Fields>): Promise<void> {
    if (this.#save.kind !== 'conflict') return;
    const { theirs, losersSession } = this.#save;
    this.#line.rebase(theirs.version, theirs.base_revision);
    try {
      if (!isSameText(mine, chosen)) await this.#line.put(mine, losersSession);
    } catch (error) {
      const newer = theirsOf<Fields>(error);
      if (!newer) throw error;
      this.conflict(newer);
      throw new Error('It was changed once more meanwhile. Please look at the newest version.');
    }
    this.#base = theirs;
    this.#save = { kind: 'waiting' };
  }

  /** The text was published, discarded or restored by another call: the server has it in this state. */
  settle(next: Omit<DraftOrigin, 'id'>, text: DraftText<Fields>, at: string | null): void {
    this.#attempts.cancel();
    this.#attempts.answered();
    this.#line.rebase(next.version, next.baseRevision);
    this.#base = text;
    this.#unsaved.savedAll();
    this.#mirroring.forget(this.session());
    this.#become({ kind: 'saved', at });
  }

  /** Goes on with a text that was mirrored by an editor which is no longer open, as if it were that one. */
  adopt(record: MirrorRecord<Fields>): void {
    this.#line.adopt(record);
  }

  /** Makes a new post or document of the text, when the old one is gone. */
  async saveAsNew(): Promise<void> {
    await this.mirrorNow();
    const old = this.session();
    this.#line.startAnew(this.#options.newSession());
    this.#save = { kind: 'waiting' };
    this.#unsaved.wanted();
    await this.saveNow();
    this.#mirroring.forget(old);
  }

  /** Keeps the text in the browser, without waiting for its turn. */
  mirrorNow(): Promise<void> {
    return this.#mirroring.now();
  }

  /** The page may be closed now: mirrors, and saves what fits into a request that outlives the page. */
  hide(): void {
    if (!this.isDirty()) return;
    void this.mirrorNow();
    if (!this.#isHeld()) this.#line.sendLast(this.#options.read());
  }

  stop(): void {
    this.#attempts.stop();
    this.#mirroring.stop();
  }

  /** One save; it never rejects, the state tells. */
  async #attempt(): Promise<void> {
    if (this.#isHeld()) return;
    const { clock, read } = this.#options;
    const sent = { changes: this.#unsaved.count, startedAt: clock.now(), text: read() };
    this.#become({ kind: 'saving' });
    try {
      this.#taken(await this.#line.send(sent.text), sent);
    } catch (error) {
      this.#refused(error, sent);
    }
  }

  #taken(at: string, { text, changes, startedAt }: Sent<Fields>): void {
    this.#attempts.answered();
    this.#base = text;
    this.#unsaved.saved(changes, startedAt);
    if (this.isDirty()) {
      this.#mirroring.soon();
      this.#waitForPause();
    } else {
      this.#mirroring.forget(this.session());
      this.#become({ kind: 'saved', at });
    }
  }

  #refused(error: unknown, sent: Sent<Fields>): void {
    const refusal = refusalOf<Fields>(error);
    if (refusal.kind === 'conflict') this.#met(refusal.theirs, sent);
    else if (refusal.kind === 'later') this.#tryAgain(refusal);
    else if (refusal.kind === 'failed') this.#giveUp(refusal, sent);
    else this.#become(refusal);
  }

  /** Somebody saved in between. The same text is no conflict. */
  #met(theirs: DraftJson<Fields>, sent: Sent<Fields>): void {
    this.#attempts.answered();
    if (isSameText(theirs, sent.text)) {
      this.#line.rebase(theirs.version, theirs.base_revision);
      this.#taken(theirs.updated_at, sent);
    } else {
      this.conflict(theirs);
    }
  }

  #tryAgain({ reason, pause }: { reason: string; pause: number }): void {
    this.#attempts.again(pause);
    this.#become(this.#options.isOnline() ? { kind: 'failed', reason } : { kind: 'offline' });
  }

  #giveUp({ reason }: { reason: string }, sent: Sent<Fields>): void {
    this.#attempts.answered();
    // Typed meanwhile: that may be the cure.
    if (this.#unsaved.count > sent.changes) this.#attempts.at(this.#unsaved.dueAt);
    this.#become({ kind: 'failed', reason });
  }

  #waitForPause(): void {
    this.#become({ kind: 'waiting' });
    this.#attempts.at(this.#unsaved.dueAt);
  }

  /** Nothing is saved until a person has acted. */
  #isHeld(): boolean {
    return ['conflict', 'ended', 'gone'].includes(this.#save.kind);
  }

  #become(next: SaveState<Fields>): void {
    this.#save = next;
    this.#tell();
  }

  #tell(): void {
    if (!this.#attempts.isStopped) this.#options.onState(this.state());
  }

  #record(): MirrorRecord<Fields> {
    const { id, version, baseRevision } = this.origin();
    return {
      ...this.#options.read(),
      session: this.session(),
      kind: this.#options.kind,
      userId: this.#options.userId,
      subjectId: id,
      version,
      baseRevision,
      changedAt: this.#unsaved.lastAt,
    };
  }
}
