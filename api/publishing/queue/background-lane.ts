import { isOutOfSpace } from '#db/out-of-space.ts';
import { renderOgImages, listPendingOgImages } from '#api/publishing/render/og-image-entries.ts';
import { toOgImagePath } from '#api/publishing/plan/og-images.ts';
import { hashOgImageInputs } from '#api/publishing/plan/page-plan.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { ReconcilePass } from '#api/publishing/render/reconciler.ts';
import type { ReleaseWriter } from '#api/releases/release-writer.ts';

/** Images that are drawn before a publish that waits gets its turn. */
const OG_IMAGE_BATCH = 4;
/** Images of one release: each release is a row for people to read. */
const OG_IMAGES_PER_RELEASE = 100;

/**
 * The second lane: what follows from a publish but need not be there at once (counts in sidebars, neighbours, OG images).
 * It works in portions and yields as soon as a publish is waiting.
 */
export class BackgroundLane {
  readonly #options: PublisherOptions;
  readonly #writer: ReleaseWriter;
  #pass: ReconcilePass | null = null;
  #ogImagesFailed = false;
  /** Images that are drawn and not yet released, by path. */
  readonly #drawn = new Map<string, ReleaseEntry>();
  /** Posts without an image, as listed for a state of the site: looking at all posts again for each batch takes longer than to draw it. */
  #missing: { of: Pick<PlanContext, 'site'> & { version: number }; posts: IndexedPost[] } | null = null;

  constructor(options: PublisherOptions, writer: ReleaseWriter) {
    this.#options = options;
    this.#writer = writer;
  }

  /** Compares everything again from the start. */
  reset(): void {
    this.#pass = null;
    this.#missing = null;
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
    await this.#writer.collectGarbage();
    if (await this.#renderPendingOgImages(context)) return true;
    await this.#writer.collectGarbage();
    this.reset();
    return false;
  }

  /** Draws a few images, and releases them once there are none or many. Returns false when nothing is left. */
  async #renderPendingOgImages(context: PlanContext): Promise<boolean> {
    const { ogImages, log } = this.#options;
    if (!ogImages || this.#ogImagesFailed) return false;
    const missing = this.#listMissing(context);
    try {
      const batch = missing.slice(0, OG_IMAGE_BATCH);
      const { changed } = await renderOgImages({ ...this.#options, ogImages }, context, batch);
      missing.splice(0, batch.length);
      for (const entry of changed) this.#drawn.set(entry.path, entry);
      const isMoreDrawn = changed.length > 0 && missing.length > 0;
      if (isMoreDrawn && this.#drawn.size < OG_IMAGES_PER_RELEASE) return true;
    } catch (error) {
      // The publisher waits for space and tries again by itself.
      if (isOutOfSpace(error)) throw error;
      // Retried after the next publish: an endless loop would follow from retrying at once.
      this.#ogImagesFailed = true;
      log.error({ err: error }, 'OG image rendering failed; default image used');
    }
    return this.#releaseDrawnImages(context);
  }

  #listMissing(context: PlanContext): IndexedPost[] {
    const { site } = context;
    const { version } = context.index;
    if (this.#missing?.of.site !== site || this.#missing.of.version !== version) {
      const pending = listPendingOgImages(context, this.#options.manifest);
      this.#missing = { of: { site, version }, posts: pending.filter((post) => !this.#findDrawn(context, post)) };
    }
    return this.#missing.posts;
  }

  async #releaseDrawnImages(context: PlanContext): Promise<boolean> {
    const pending = listPendingOgImages(context, this.#options.manifest);
    const changed = pending.flatMap((post) => this.#findDrawn(context, post) ?? []);
    const note = 'Images for shared links';
    const release = await this.#writer.commit({ kind: 'refresh', note, changed, removed: [] });
    this.#drawn.clear();
    // What was drawn and isn't released is listed again.
    this.#missing = null;
    return release !== null;
  }

  /** The drawn image of a post, unless the post has changed since or garbage collection took the file. */
  #findDrawn(context: PlanContext, post: IndexedPost): ReleaseEntry | undefined {
    const entry = this.#drawn.get(toOgImagePath(post));
    const isCurrent = entry?.inputHash === hashOgImageInputs(context, post);
    return isCurrent && this.#options.store.has(entry?.hash ?? '') ? entry : undefined;
  }
}
