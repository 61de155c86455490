import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { Attempts } from './save-scheduler.ts';
import { createDraftLine, type DraftLine } from './draft-client.ts';
import { type DraftOrigin, type DraftText, isSameText, type MirrorRecord } from '#src/features/drafts/draft-content.ts';
import type { KeeperOptions } from './autosaver-options.ts';
import { createMirroring, type Mirroring } from '#src/features/drafts/local-store/local-backup.ts';
import { refusalOf, theirsOf } from './save-error.ts';
import { type KeeperState, type SaveState, wordsOfState } from './save-state.ts';
import { Unsaved } from './change-tracker.ts';

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
  #savedAt: string | null;

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
    this.#savedAt = options.saved?.at ?? null;
    this.#save = { kind: 'saved', at: this.#savedAt };
  }

  session(): string {
    return this.#line.session();
  }

  origin(): DraftOrigin {
    return this.#line.origin();
  }

  /** Something is not on the server yet; nothing is asked of a keeper that was stopped. */
  isDirty(): boolean {
    return this.#unsaved.isAny && !this.#attempts.isStopped;
  }

  /** How many changes were typed so far. */
  changes(): number {
    return this.#unsaved.count;
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

  /** Somebody signed in, here or in another tab. What one person typed is not for another one to save. */
  async signedIn(isWriter: boolean): Promise<void> {
    if (!isWriter && !this.#isHeld()) this.#become({ kind: 'ended' });
    if (!isWriter || this.#save.kind !== 'ended') return;
    this.#save = { kind: 'waiting' };
    if (this.isDirty()) await this.#attempts.now();
    else this.#rest(this.#savedAt);
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
  settle(next: Omit<DraftOrigin, 'id'>, text: DraftText<Fields>, at: string | null, changes?: number): void {
    this.#attempts.cancel();
    this.#attempts.answered();
    this.#line.rebase(next.version, next.baseRevision);
    this.#base = text;
    this.#unsaved.saved(changes ?? this.#unsaved.count, this.#options.clock.now());
    if (this.#save.kind !== 'ended') this.#save = { kind: 'waiting' };
    this.#rest(at);
  }

  /** Publishes what is saved. What is typed meanwhile is saved after it, on top of that. @throws whatever `call` throws */
  publish<Answer extends { revision: number; updatedAt: string }>(
    call: (id: number, version: number) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#attempts.alone(async () => {
      if (this.#isHeld()) throw new Error(wordsOfState(this.#save));
      const { id, version } = this.origin();
      const changes = this.#unsaved.count;
      const text = this.#options.read();
      this.#become({ kind: 'saving' });
      try {
        const answer = await call(id ?? 0, version);
        this.settle({ version: 0, baseRevision: answer.revision }, text, answer.updatedAt, changes);
        return answer;
      } catch (error) {
        this.#rest(this.#savedAt);
        throw error;
      }
    });
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
    this.#rest(at);
  }

  /** After a call: everything is saved, or the next save is due. */
  #rest(at: string | null): void {
    if (this.isDirty()) this.#mirroring.soon();
    else this.#mirroring.forget(this.session());
    if (this.#isHeld()) this.#tell();
    else if (this.isDirty()) this.#waitForPause();
    else this.#become({ kind: 'saved', at });
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
    if (next.kind === 'saved') this.#savedAt = next.at;
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
