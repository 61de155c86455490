import { isOutOfSpace } from '#db/out-of-space.ts';
import { renderOgImages, listPendingOgImages } from '#api/publishing/render/og-image-entries.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { ReconcilePass } from '#api/publishing/render/reconciler.ts';
import type { ReleaseWriter } from '#api/releases/release-writer.ts';

const OG_IMAGE_BATCH = 4;

/**
 * The second lane: what follows from a publish but need not be there at once (counts in sidebars, neighbours, OG images).
 * It works in portions and yields as soon as a publish is waiting.
 */
export class BackgroundLane {
  readonly #options: PublisherOptions;
  readonly #writer: ReleaseWriter;
  #pass: ReconcilePass | null = null;
  #ogImagesFailed = false;

  constructor(options: PublisherOptions, writer: ReleaseWriter) {
    this.#options = options;
    this.#writer = writer;
  }

  /** Compares everything again from the start. */
  reset(): void {
    this.#pass = null;
    this.#ogImagesFailed = false;
  }

  /** Does one portion. Returns false when nothing is left. */
  async runBatch(context: PlanContext, isInterrupted: () => boolean): Promise<boolean> {
    if (this.#pass?.version !== context.index.version) this.#pass = new ReconcilePass(context);
    const difference = await this.#pass.next(this.#options, context, isInterrupted);
    if (difference) {
      const note = 'Follow-up updates in the background';
      const release = await this.#writer.commit({ kind: 'refresh', note, ...difference });
      if (release !== null) this.#options.onPhase?.('refreshed');
      return true;
    }
    if (await this.#renderPendingOgImages(context)) return true;
    await this.#writer.collectGarbage();
    this.reset();
    return false;
  }

  async #renderPendingOgImages(context: PlanContext): Promise<boolean> {
    const { manifest, ogImages, log } = this.#options;
    if (!ogImages || this.#ogImagesFailed) return false;
    const posts = listPendingOgImages(context, manifest).slice(0, OG_IMAGE_BATCH);
    if (posts.length === 0) return false;
    try {
      const ogImageEntries = await renderOgImages({ ...this.#options, ogImages }, context, posts);
      const release = await this.#writer.commit({
        kind: 'refresh',
        note: 'Images for shared links',
        removed: [],
        ...ogImageEntries,
      });
      return release !== null;
    } catch (error) {
      // The publisher waits for space and tries again by itself.
      if (isOutOfSpace(error)) throw error;
      // Retried after the next publish: an endless loop would follow from retrying at once.
      this.#ogImagesFailed = true;
      log.error({ err: error }, 'OG image rendering failed; default image used');
      return false;
    }
  }
}
