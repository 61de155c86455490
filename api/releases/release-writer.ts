import type { Clock } from '#api/clock.ts';
import type { ReleaseKind } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import type { Manifest, ReleaseEntry } from './manifest.ts';
import type { ObjectStore } from './object-store.ts';
import {
  commitRelease,
  listNeededHashes,
  listPrunedHashes,
  pruneReleases,
  type ReleaseInitiator,
} from './release-rows.ts';

export type ReleaseDraft = {
  kind: ReleaseKind;
  note: string;
  changed: readonly ReleaseEntry[];
  removed: readonly string[];
  bytes?: number;
  /** The publish jobs that this release completes. */
  jobIds?: readonly number[];
  /** The earlier release that is restored and pinned. */
  pinnedRelease?: number;
  /** The user who started it, and the statements (such as its audit row) of the same batch. */
  initiator?: ReleaseInitiator;
};

export type ReleaseWriterOptions = {
  db: Database;
  clock: Clock;
  manifest: Manifest;
  store: ObjectStore;
  /** Identifies the code and settings that pages are rendered with. */
  salt: () => string;
  releasesKept: number;
  /** The release that is pinned now. */
  pinned?: () => number | null;
  /** Queues a purge with each release. */
  purgesCdn?: boolean | undefined;
  onPhase?: ((phase: 'committed' | 'switched' | 'pruned') => void) | undefined;
};

/** Garbage is collected after so many releases, however little time there is between publishes. */
const COLLECT_EVERY = 20;
/** Releases that a full disk leaves, if RELEASES_KEPT is not even less. */
const KEPT_WHEN_FULL = 3;

/** Writes releases: first to the database, then, in one go, to the manifest that visitors are served from. */
export class ReleaseWriter {
  readonly #options: ReleaseWriterOptions;
  readonly #onRelease: () => void;
  #uncollected = 0;

  constructor(options: ReleaseWriterOptions, onRelease: () => void) {
    this.#options = options;
    this.#onRelease = onRelease;
  }

  /** Returns the number of the new release, or null when the draft changes nothing. @throws ReleaseConflictError */
  async commit(draft: ReleaseDraft): Promise<number | null> {
    if (draft.changed.length + draft.removed.length === 0) return null;
    const { db, clock, manifest, onPhase } = this.#options;
    const added = draft.changed.filter((entry) => !manifest.get(entry.path)).length;
    const release = await commitRelease(db, {
      ...draft,
      base: { release: manifest.release, pinned: this.#options.pinned?.() ?? null },
      buildId: this.#options.salt(),
      purgesCdn: this.#options.purgesCdn,
      pagesTotal: manifest.size + added - draft.removed.length,
      bytes: draft.bytes ?? 0,
      now: clock.now(),
    });
    onPhase?.('committed');
    manifest.apply(release, draft.changed, draft.removed);
    this.#uncollected += 1;
    onPhase?.('switched');
    this.#onRelease();
    return release;
  }

  get isCollectionDue(): boolean {
    return this.#uncollected >= COLLECT_EVERY;
  }

  /**
   * Frees space on a full disk, where nothing can be written before something is deleted. Keeps half as many releases after
   * each attempt that did not help, counted from 0, or that found nothing to delete.
   */
  async freeSpace(attempt: number): Promise<{ kept: number; deleted: number }> {
    const { releasesKept } = this.#options;
    const kept = Math.max(Math.min(KEPT_WHEN_FULL, releasesKept), Math.floor(releasesKept / 2 ** attempt));
    const deleted = await this.#deleteReleases(kept);
    return deleted > 0 || kept <= KEPT_WHEN_FULL ? { kept, deleted } : this.freeSpace(attempt + 1);
  }

  /** If the rows of old releases can't be deleted, their objects go first: that needs no space. */
  async #deleteReleases(kept: number): Promise<number> {
    const { db, store } = this.#options;
    try {
      await pruneReleases(db, kept);
      return await store.deleteUnreferenced(await listNeededHashes(db));
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    }
    const deleted = await store.deleteUnreferenced(await listPrunedHashes(db, kept));
    if (deleted > 0) await pruneReleases(db, kept);
    return deleted;
  }

  /** Deletes releases beyond the retention count, and the objects that only they needed. */
  async collectGarbage(): Promise<void> {
    if (this.#uncollected === 0) return;
    const { db, store, releasesKept, onPhase } = this.#options;
    await pruneReleases(db, releasesKept);
    if (store.isCollectionDue()) await store.deleteUnreferenced(await listNeededHashes(db));
    this.#uncollected = 0;
    onPhase?.('pruned');
  }
}
