import type { ReleaseKind } from '#api/domain/enums.ts';
import type { ReleaseEntry } from './manifest.ts';
import type { ReleaseInitiator } from '#api/publishing/ports.ts';
import { type PublisherOptions, getRenderSalt } from '#api/publishing/publisher-options.ts';
import { commitRelease, pruneReleases } from './release-rows.ts';

export type ReleaseDraft = {
  kind: ReleaseKind;
  note: string;
  changed: readonly ReleaseEntry[];
  removed: readonly string[];
  bytes?: number;
  /** Jobs that this release brings live. */
  jobIds?: readonly number[];
  /** An earlier release that is held from now on. */
  pinnedRelease?: number;
  /** Who made it, when one person did, and what is recorded in the same batch. */
  initiator?: ReleaseInitiator;
};

/** Writes releases: first to the database, then, in one go, to the manifest that visitors are served from. */
export class ReleaseWriter {
  readonly #options: PublisherOptions;
  readonly #onRelease: () => void;
  #uncollected = 0;

  constructor(options: PublisherOptions, onRelease: () => void) {
    this.#options = options;
    this.#onRelease = onRelease;
  }

  /** Returns the number of the new release, or null when the draft changes nothing. */
  async commit(draft: ReleaseDraft): Promise<number | null> {
    if (draft.changed.length + draft.removed.length === 0) return null;
    const { db, clock, manifest, onPhase } = this.#options;
    const added = draft.changed.filter((entry) => !manifest.get(entry.path)).length;
    const release = await commitRelease(db, {
      ...draft,
      buildId: getRenderSalt(this.#options),
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

  /** Forgets releases that are too old to keep and removes the objects that only they needed. */
  async collectGarbage(): Promise<void> {
    if (this.#uncollected === 0) return;
    const { db, store, releasesKept, onPhase } = this.#options;
    await store.deleteUnreferenced(await pruneReleases(db, releasesKept));
    this.#uncollected = 0;
    onPhase?.('swept');
  }
}
