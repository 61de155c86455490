import type { ReleaseKind } from '#api/domain/enums.ts';
import type { Entry } from './manifest.ts';
import type { Asked } from '#api/publishing/ports.ts';
import { type PublisherOptions, saltOf } from '#api/publishing/publisher-options.ts';
import { commitRelease, forgetOldReleases } from './release-rows.ts';

export type Draft = {
  kind: ReleaseKind;
  note: string;
  changed: readonly Entry[];
  removed: readonly string[];
  bytes?: number;
  /** Jobs that this release brings live. */
  jobIds?: readonly number[];
  /** An earlier release that is held from now on. */
  holds?: number;
  /** Who made it, when one person did, and what is recorded in the same batch. */
  asked?: Asked;
};

/** Writes releases: first to the database, then, in one go, to the manifest that visitors are served from. */
export class ReleaseWriter {
  readonly #options: PublisherOptions;
  readonly #onRelease: () => void;
  #unswept = 0;

  constructor(options: PublisherOptions, onRelease: () => void) {
    this.#options = options;
    this.#onRelease = onRelease;
  }

  /** Returns the number of the new release, or null when the draft changes nothing. */
  async commit(draft: Draft): Promise<number | null> {
    if (draft.changed.length + draft.removed.length === 0) return null;
    const { db, clock, manifest, onStep } = this.#options;
    const added = draft.changed.filter((entry) => !manifest.get(entry.path)).length;
    const release = await commitRelease(db, {
      ...draft,
      buildId: saltOf(this.#options),
      pagesTotal: manifest.size + added - draft.removed.length,
      bytes: draft.bytes ?? 0,
      now: clock.now(),
    });
    onStep?.('committed');
    manifest.apply(release, draft.changed, draft.removed);
    this.#unswept += 1;
    onStep?.('switched');
    this.#onRelease();
    return release;
  }

  /** Forgets releases that are too old to keep and removes the objects that only they needed. */
  async sweep(): Promise<void> {
    if (this.#unswept === 0) return;
    const { db, store, releasesKept, onStep } = this.#options;
    await store.sweep(await forgetOldReleases(db, releasesKept));
    this.#unswept = 0;
    onStep?.('swept');
  }
}
