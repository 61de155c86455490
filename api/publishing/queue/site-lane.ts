import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { SiteContent } from '#api/domain/site-content.ts';
import { planAllPages } from '#api/publishing/plan/page-plan.ts';
import type { PlanContext, PlannedPage } from '#api/publishing/plan/planned-page.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { diffSite, type SiteDiff, YIELD_INTERVAL } from '#api/publishing/render/reconciler.ts';
import { renderPages } from '#api/publishing/render/render-pages.ts';
import { verifyLive } from '#api/publishing/verify/verify-live.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import { markJobsLive, markJobsRendering, type PublishJob } from './job-queue.ts';
import { failJobs, formatReleaseNote, getSoleUserId, type JobRunnerDeps } from './run-jobs.ts';
import { isTemporary } from './temporary-error.ts';

/** Pages that are rendered before a publish that waits gets its turn. */
const PORTION = 25;
/** Of a release with all pages so many are fetched at their public addresses: the switch is one for all. */
const VERIFIED_PAGES = 50;
/** So often pages wait for posts that were saved meanwhile: a post whose publish fails must not keep back the whole site. */
const WAITS_MAX = 10;

/**
 * Renders what every page shows, such as settings, menus and colours, in portions between other publishes. What is rendered is kept
 * aside until it is all there: visitors get it with one release, and until then what was live.
 */
export class SiteLane {
  readonly #options: PublisherOptions;
  /** Rendered and not released, by path. */
  readonly #rendered = new Map<string, ReleaseEntry>();
  #site: SiteContent | null = null;
  #indexVersion = 0;
  #pages: Iterator<PlannedPage> | null = null;
  #bytes = 0;
  #waits = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Renders a portion for these jobs. True once the last one has brought them live. @throws what is temporary: the next call goes on. */
  async publish(deps: JobRunnerDeps, jobs: readonly PublishJob[], context: PlanContext): Promise<boolean> {
    const { db, clock, fetchPublic, onPhase } = this.#options;
    const ids = jobs.map(({ id }) => id);
    try {
      if (jobs.some(({ status }) => status === 'queued')) {
        await markJobsRendering(db, ids, clock.now());
        deps.emit({ kind: 'rendering', jobs: ids });
        onPhase?.('claimed');
      }
      const difference = await this.#renderNext(context);
      if (difference === null) return false;
      onPhase?.('rendered');
      const initiator = { userId: getSoleUserId(jobs), statements: [] };
      const release = {
        kind: 'publish',
        note: formatReleaseNote(jobs),
        jobIds: ids,
        initiator,
        ...difference,
      } as const;
      const { restore } = deps.followSite();
      await deps.writer.commit(release).catch((error: unknown) => {
        // The live pages keep what they show, and so do those that are published before the next attempt.
        restore();
        throw error;
      });
      this.#reset();
      if (fetchPublic) await verifyLive(fetchPublic, difference.changed.slice(0, VERIFIED_PAGES), []);
      onPhase?.('verified');
      await markJobsLive(db, ids, { paths: [] }, clock.now());
      deps.emit({ kind: 'live', jobs: ids });
      return true;
    } catch (error) {
      if (isTemporary(error)) throw error;
      this.#reset();
      await failJobs(deps, ids, error);
      return false;
    }
  }

  #reset(): void {
    this.#rendered.clear();
    this.#site = null;
    this.#pages = null;
    this.#bytes = 0;
    this.#waits = 0;
  }

  /** Renders a portion. Returns what a release of the whole site changes; null while there is more to render. */
  async #renderNext(context: PlanContext): Promise<SiteDiff | null> {
    const isReplanned = this.#site !== context.site || this.#indexVersion !== context.index.version;
    if (!this.#pages || isReplanned) this.#pages = planAllPages(context);
    this.#site = context.site;
    this.#indexVersion = context.index.version;
    if (!(await this.#renderPortion(context, this.#pages))) return null;
    const difference = await diffSite(this.#options, context, this.#listStored());
    if (difference.ahead > 0 && this.#waits < WAITS_MAX) {
      // Their own jobs are waiting, and bring the posts to all their pages at once.
      this.#waits += 1;
      this.#pages = null;
      return null;
    }
    return { ...difference, bytes: difference.bytes + this.#bytes };
  }

  /** Returns true once all pages have had their turn. */
  async #renderPortion(context: PlanContext, pages: Iterator<PlannedPage>): Promise<boolean> {
    const stale: PlannedPage[] = [];
    for (let compared = 1; stale.length < PORTION; compared += 1) {
      const { value: page, done } = pages.next();
      if (done) break;
      if (!this.#isUpToDate(page)) stale.push(page);
      if (compared % YIELD_INTERVAL === 0) await yieldToRequests();
    }
    const { changed, bytes } = await renderPages(this.#options, context, stale, {
      durable: false,
      // Tried again with the others that are left, which decides what follows from it.
      onFailure: () => undefined,
    });
    for (const entry of changed) this.#rendered.set(entry.path, entry);
    this.#bytes += bytes;
    return stale.length < PORTION;
  }

  #isUpToDate({ path, inputHash }: PlannedPage): boolean {
    if (this.#options.manifest.get(path)?.inputHash === inputHash) return true;
    const entry = this.#rendered.get(path);
    return entry?.inputHash === inputHash && this.#isStored(entry);
  }

  #listStored(): Map<string, ReleaseEntry> {
    return new Map([...this.#rendered].filter(([, entry]) => this.#isStored(entry)));
  }

  /** Garbage collection between two portions takes what no release names. */
  #isStored({ hash }: ReleaseEntry): boolean {
    return hash === null || this.#options.store.has(hash);
  }
}
