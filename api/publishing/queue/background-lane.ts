import { isOutOfSpace } from '#db/out-of-space.ts';
import { drawCards, pendingCards } from '#api/publishing/render/og-image-entries.ts';
import type { PlanContext } from '#api/publishing/plan/page-plan.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { RefreshPass } from '#api/publishing/render/reconciler.ts';
import type { ReleaseWriter } from '#api/releases/release-writer.ts';

const CARDS_AT_ONCE = 4;

/**
 * The second lane: what follows from a publish but need not be there at once (counts in sidebars, neighbours, cards).
 * It works in portions and lets go as soon as a publish waits.
 */
export class Background {
  readonly #options: PublisherOptions;
  readonly #writer: ReleaseWriter;
  #pass: RefreshPass | null = null;
  #cardsFailed = false;

  constructor(options: PublisherOptions, writer: ReleaseWriter) {
    this.#options = options;
    this.#writer = writer;
  }

  /** Compares everything again from the start. */
  restart(): void {
    this.#pass = null;
    this.#cardsFailed = false;
  }

  /** Does one portion. Returns false when nothing is left. */
  async portion(context: PlanContext, isInterrupted: () => boolean): Promise<boolean> {
    if (this.#pass?.version !== context.index.version) this.#pass = new RefreshPass(context);
    const difference = await this.#pass.next(this.#options, context, isInterrupted);
    if (difference) {
      const note = 'What follows from the last publishes';
      const release = await this.#writer.commit({ kind: 'refresh', note, ...difference });
      if (release !== null) this.#options.onStep?.('refreshed');
      return true;
    }
    if (await this.#drawSomeCards(context)) return true;
    await this.#writer.sweep();
    this.restart();
    return false;
  }

  async #drawSomeCards(context: PlanContext): Promise<boolean> {
    const { manifest, cards, log } = this.#options;
    if (!cards || this.#cardsFailed) return false;
    const posts = pendingCards(context, manifest).slice(0, CARDS_AT_ONCE);
    if (posts.length === 0) return false;
    try {
      const drawn = await drawCards({ ...this.#options, cards }, context, posts);
      const release = await this.#writer.commit({
        kind: 'refresh',
        note: 'Cards for shared links',
        removed: [],
        ...drawn,
      });
      return release !== null;
    } catch (error) {
      // The publisher waits for space and tries again by itself.
      if (isOutOfSpace(error)) throw error;
      // Tried again after the next publish, not at once and for ever.
      this.#cardsFailed = true;
      log.error({ err: error }, 'cards could not be drawn; the default card stands in');
      return false;
    }
  }
}
