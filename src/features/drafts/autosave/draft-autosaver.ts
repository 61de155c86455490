import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { SaveScheduler } from './save-scheduler.ts';
import { createDraftClient, type DraftClient } from './draft-client.ts';
import {
  type DraftBase,
  type DraftContent,
  isSameContent,
  type LocalDraft,
} from '#src/features/drafts/draft-content.ts';
import type { AutosaverOptions } from './autosaver-options.ts';
import { createLocalBackup, type LocalBackup } from '#src/features/drafts/local-store/local-backup.ts';
import { classifySaveError, getConflictingDraft } from './save-error.ts';
import { type AutosaveState, type SaveState, formatSaveState, isSameState } from './save-state.ts';
import { ChangeTracker } from './change-tracker.ts';

/** A save in progress: its changes, and its start. */
type SaveInFlight<Fields> = { text: DraftContent<Fields>; changes: number; startedAt: number };

/** So many texts without an answer are remembered; of those before, a later one holds what was typed. */
const UNANSWERED_MAX = 5;

/**
 * Saves typed text: copies every change into local storage, saves one state at a time, retries by itself, and never
 * overwrites what someone else saved.
 */
export class DraftAutosaver<Fields> {
  readonly #options: AutosaverOptions<Fields>;
  readonly #client: DraftClient<Fields>;
  readonly #localBackup: LocalBackup;
  readonly #scheduler: SaveScheduler;
  readonly #unsaved = new ChangeTracker();
  /** The text that this editor and the server last agreed on. */
  #base: DraftContent<Fields> | null;
  /** What was sent since then without an answer, oldest first: the server may have a later text than the base. */
  #unanswered: DraftContent<Fields>[] = [];
  /** What readers have: where it changes beside a draft, both come from it. */
  #published: AutosaverOptions<Fields>['published'];
  #save: SaveState<Fields>;
  #savedAt: string | null;
  #emitted: AutosaveState<Fields> | null = null;

  constructor(options: AutosaverOptions<Fields>) {
    const { localStore, clock } = options;
    this.#options = options;
    this.#client = createDraftClient(options);
    this.#localBackup = createLocalBackup({
      localStore,
      clock,
      record: () => this.#record(),
      onErrorChange: () => this.#emitState(),
    });
    this.#scheduler = new SaveScheduler(clock, () => this.#runSave());
    this.#base = options.saved;
    this.#published = options.published;
    this.#savedAt = options.saved?.at ?? null;
    this.#save = { kind: 'saved', at: this.#savedAt };
  }

  clientId(): string {
    return this.#client.clientId();
  }

  draftBase(): DraftBase {
    return this.#client.draftBase();
  }

  /** Something is not on the server yet; false once stopped. */
  isDirty(): boolean {
    return this.#unsaved.hasChanges && !this.#scheduler.isStopped;
  }

  /** How many changes were typed so far. */
  changes(): number {
    return this.#unsaved.count;
  }

  state(): AutosaveState<Fields> {
    return { save: this.#save, backupError: this.#localBackup.lastError(), isDirty: this.isDirty() };
  }

  /** Something was typed. Cheap: the text is read when it is needed. */
  changed(): void {
    const { kind } = this.#save;
    this.#unsaved.recordChange(this.#options.clock.now());
    this.#localBackup.schedule();
    const isTryingAgain = kind === 'offline' || (kind === 'failed' && this.#scheduler.isRetrying);
    // After a save in progress, what was typed meanwhile is saved anyway.
    if (this.#isPaused() || kind === 'saving' || isTryingAgain) this.#emitState();
    else this.#debounceSave();
  }

  /** Saves at once, without waiting for the next interval. @throws Error with a sentence when that cannot be done. */
  async saveNow({ allowEmpty = false } = {}): Promise<void> {
    if (allowEmpty && this.draftBase().id === null && !this.isDirty()) this.#unsaved.requestSave();
    const targetCount = this.#unsaved.count;
    while (!this.#unsaved.isSaved(targetCount)) {
      await this.#scheduler.runNow();
      const isContinuing = this.#save.kind === 'waiting' && !this.#scheduler.isStopped;
      if (!this.#unsaved.isSaved(targetCount) && !isContinuing) throw new Error(formatSaveState(this.#save));
    }
  }

  /** Retries at once: on request, or because the network is back. */
  async retry(): Promise<void> {
    if (this.isDirty() && !this.#isPaused()) await this.#scheduler.runNow();
  }

  offline(): void {
    if (this.isDirty() && !this.#isPaused() && !this.#scheduler.isRunning) this.#setState({ kind: 'offline' });
  }

  /** A user signed in, here or in another tab. One user's text must not be saved by another. */
  async onSignIn(isWriter: boolean): Promise<void> {
    if (!isWriter && !this.#isPaused()) this.#setState({ kind: 'ended' });
    if (!isWriter || this.#save.kind !== 'ended') return;
    this.#save = { kind: 'waiting' };
    if (this.isDirty()) await this.#scheduler.runNow();
    else this.#afterCall(this.#savedAt);
  }

  #setBase(text: DraftContent<Fields>): void {
    this.#base = text;
    this.#unanswered = [];
  }

  #recordSent(text: DraftContent<Fields>): void {
    this.#unanswered = [...this.#unanswered, text].slice(-UNANSWERED_MAX);
  }

  /**
   * Another call has met a version of someone else, as publishing does when the live post has changed. It is merged as a save
   * would merge it, and the answer is true; where both changed the same place, the user decides.
   */
  mergeTheirs(theirs: DraftJson<Fields>): Promise<boolean> {
    return this.#scheduler.runExclusive(async () => !this.#isPaused() && (await this.#merge(theirs, this.#unanswered)));
  }

  /** Nothing is saved until the user has decided between both versions. */
  #enterConflict(theirs: DraftJson<Fields>, base: DraftContent<Fields> | null): void {
    this.#setState({ kind: 'conflict', theirs, base, discardedClientId: this.#options.newClientId() });
  }

  /**
   * Ends a conflict; the chosen text is then shown and saved like any other. Both versions stay in the revisions: theirs is
   * there already, and mine is saved first, as a session of its own, unless it was chosen.
   */
  async resolve(mine: DraftContent<Fields>, chosen: DraftContent<Fields>): Promise<void> {
    if (this.#save.kind !== 'conflict') return;
    const { theirs, discardedClientId } = this.#save;
    this.#client.rebase(theirs.version, theirs.base_revision);
    try {
      if (!isSameContent(mine, chosen)) await this.#client.save(mine, discardedClientId);
    } catch (error) {
      const newer = getConflictingDraft<Fields>(error);
      if (!newer) throw error;
      this.#enterConflict(newer, this.#findCommonBase(newer));
      throw new Error('Someone changed it again. Compare with the newest version.');
    }
    // The server has the version that it was told last.
    this.#setBase(isSameContent(mine, chosen) ? theirs : mine);
    this.#save = { kind: 'waiting' };
  }

  /** The text was published, discarded or restored by another call: the server has it in this state. */
  markSaved(next: Omit<DraftBase, 'id'>, text: DraftContent<Fields>, at: string | null, changes?: number): void {
    this.#scheduler.cancel();
    this.#scheduler.resetBackoff();
    this.#client.rebase(next.version, next.baseRevision);
    this.#setBase(text);
    if (next.version === 0) this.#published = { ...text, base_revision: next.baseRevision };
    this.#unsaved.markSaved(changes ?? this.#unsaved.count, this.#options.clock.now());
    if (this.#save.kind !== 'ended') this.#save = { kind: 'waiting' };
    this.#afterCall(at);
  }

  /** Publishes the saved text, then runs `onPublished`. What is typed meanwhile is saved afterwards. @throws as `call` */
  publish<Answer extends { revision: number; updatedAt: string }>(
    call: (id: number, version: number) => Promise<Answer>,
    onPublished?: () => void,
  ): Promise<Answer> {
    return this.#scheduler.runExclusive(async () => {
      if (this.#isPaused()) throw new Error(formatSaveState(this.#save));
      const { id, version } = this.draftBase();
      const changes = this.#unsaved.count;
      const text = this.#options.read();
      this.#setState({ kind: 'saving' });
      try {
        const savedVersion = await call(id ?? 0, version);
        const isTyped = this.#unsaved.count > changes;
        onPublished?.();
        const [saved, count] = isTyped ? [text, changes] : [this.#options.read(), this.#unsaved.count];
        this.markSaved({ version: 0, baseRevision: savedVersion.revision }, saved, savedVersion.updatedAt, count);
        return savedVersion;
      } catch (error) {
        this.#afterCall(this.#savedAt);
        throw error;
      }
    });
  }

  /** Goes on with a text that was mirrored by an editor which is no longer open, as if it were that one. */
  resume(record: LocalDraft<Fields>): void {
    const { version, baseRevision } = this.draftBase();
    // Another version than the one that was loaded: what that editor began with is not known here.
    if (record.version !== version || record.baseRevision !== baseRevision) this.#base = null;
    this.#client.resume(record);
  }

  /** Creates a new post or document from the text, when the old one was deleted. */
  async saveAsNew(): Promise<void> {
    await this.backUpNow();
    const old = this.clientId();
    this.#client.reset(this.#options.newClientId());
    this.#base = null;
    this.#save = { kind: 'waiting' };
    this.#unsaved.requestSave();
    await this.saveNow();
    this.#localBackup.remove(old);
  }

  /** Stores the text in the browser at once. */
  backUpNow(): Promise<void> {
    return this.#localBackup.writeNow();
  }

  /** The page may be closed now: mirrors, and saves what fits into a request that outlives the page. */
  flushOnPageHide(): void {
    if (!this.isDirty()) return;
    void this.backUpNow();
    if (this.#isPaused()) return;
    const text = this.#options.read();
    this.#recordSent(text);
    this.#client.saveOnUnload(text);
  }

  stop(): void {
    this.#scheduler.stop();
    this.#localBackup.stop();
  }

  /** One save; it never rejects, failures are in the state. */
  async #runSave(): Promise<void> {
    if (this.#isPaused()) return;
    const { clock, read } = this.#options;
    const sent = { changes: this.#unsaved.count, startedAt: clock.now(), text: read() };
    // What was typed is gone again: nothing to save, and no conflict with what others saved meanwhile.
    if (this.#unanswered.length === 0 && this.#base !== null && isSameContent(sent.text, this.#base)) {
      this.#unsaved.markSaved(sent.changes, sent.startedAt);
      return this.#afterCall(this.#savedAt);
    }
    this.#setState({ kind: 'saving' });
    this.#recordSent(sent.text);
    try {
      this.#handleSaved(await this.#client.createOrSave(sent.text), sent);
    } catch (error) {
      await this.#handleError(error, sent);
    }
  }

  #handleSaved(at: string, { text, changes, startedAt }: SaveInFlight<Fields>): void {
    this.#scheduler.resetBackoff();
    this.#setBase(text);
    this.#unsaved.markSaved(changes, startedAt);
    this.#afterCall(at);
  }

  /** After a call: all is saved, or the next save is due. */
  #afterCall(at: string | null): void {
    if (this.isDirty()) this.#localBackup.schedule();
    else this.#localBackup.remove(this.clientId());
    if (this.#isPaused()) this.#emitState();
    else if (this.isDirty()) this.#debounceSave();
    else this.#setState({ kind: 'saved', at });
  }

  async #handleError(error: unknown, sent: SaveInFlight<Fields>): Promise<void> {
    const refusal = classifySaveError<Fields>(error);
    if (refusal.kind === 'conflict') await this.#handleConflict(refusal.theirs, sent);
    else if (refusal.kind === 'later') this.#scheduleRetry(refusal);
    else if (refusal.kind === 'failed') this.#failPermanently(refusal, sent);
    else this.#setState(refusal);
  }

  /** Someone saved in between. The same text is no conflict, nor are changes of different places. */
  async #handleConflict(theirs: DraftJson<Fields>, sent: SaveInFlight<Fields>): Promise<void> {
    this.#scheduler.resetBackoff();
    if (isSameContent(theirs, sent.text)) {
      this.#client.rebase(theirs.version, theirs.base_revision);
      return this.#handleSaved(theirs.updated_at, sent);
    }
    // This one was refused.
    const unanswered = this.#unanswered.filter((text) => text !== sent.text);
    await this.#merge(theirs, unanswered);
  }

  /** Whether the text on the screen now has what they changed; else it is a conflict. */
  async #merge(theirs: DraftJson<Fields>, sentBefore: readonly DraftContent<Fields>[]): Promise<boolean> {
    const isLive = this.#isLiveBesideDraft(theirs);
    const base = this.#findCommonBase(theirs);
    const unanswered = isLive ? [] : sentBefore;
    const result = base && (await this.#options.merge({ base, unanswered, theirs }));
    if (!result?.merged) {
      this.#enterConflict(theirs, result?.base ?? base);
      return false;
    }
    this.#client.rebase(theirs.version, theirs.base_revision);
    this.#setBase(theirs);
    // The server still has the draft of before: it is saved again, even if that changes only what it is based on.
    if (isLive) this.#base = null;
    if (isLive || theirs.version === 0) this.#published = theirs;
    this.#unsaved.recordChange(this.#options.clock.now());
    this.#afterCall(theirs.updated_at);
    return true;
  }

  /** The live post changed beside this draft, which is still there: it wasn't made from the draft. */
  #isLiveBesideDraft({ version }: DraftJson<Fields>): boolean {
    return version > 0 && version === this.draftBase().version;
  }

  /** What their version and the text on the screen were made from, if that is known. */
  #findCommonBase(theirs: DraftJson<Fields>): DraftContent<Fields> | null {
    if (!this.#isLiveBesideDraft(theirs)) return this.#base;
    return this.#published?.base_revision === this.draftBase().baseRevision ? this.#published : null;
  }

  #scheduleRetry({ reason, retryAfterMs }: { reason: string; retryAfterMs: number }): void {
    this.#scheduler.scheduleRetry(retryAfterMs);
    this.#setState(this.#options.isOnline() ? { kind: 'failed', reason } : { kind: 'offline' });
  }

  #failPermanently({ reason }: { reason: string }, sent: SaveInFlight<Fields>): void {
    this.#scheduler.resetBackoff();
    // Typed meanwhile: that may be the cure.
    if (this.#unsaved.count > sent.changes) this.#scheduler.schedule(this.#unsaved.dueAt);
    this.#setState({ kind: 'failed', reason });
  }

  #debounceSave(): void {
    if (this.#save.kind === 'waiting') this.#emitState();
    else this.#setState({ kind: 'waiting' });
    this.#scheduler.schedule(this.#unsaved.dueAt);
  }

  /** Nothing is saved until the user has acted. */
  #isPaused(): boolean {
    return ['conflict', 'ended', 'gone'].includes(this.#save.kind);
  }

  #setState(next: SaveState<Fields>): void {
    this.#save = next;
    if (next.kind === 'saved') this.#savedAt = next.at;
    this.#emitState();
  }

  /** Nothing for a state that was emitted before: it renders the screen, and most keys change nothing of it. */
  #emitState(): void {
    const state = this.state();
    if (this.#scheduler.isStopped || isSameState(state, this.#emitted)) return;
    this.#emitted = state;
    this.#options.onState(state);
  }

  #record(): LocalDraft<Fields> {
    const { id: subjectId, version, baseRevision } = this.draftBase();
    const { kind, userId } = this.#options;
    const origin = { clientId: this.clientId(), kind, userId, subjectId, version, baseRevision };
    return { ...this.#options.read(), ...origin, changedAt: this.#unsaved.lastChangeAt };
  }
}
