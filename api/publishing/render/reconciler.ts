import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#api/clock.ts';
import type { Entry, Manifest } from '#api/releases/manifest.ts';
import { redirectChanges } from '#api/publishing/plan/immediate-lane.ts';
import type { BuildInfo } from './build-info.ts';
import { cardPath, planCards } from './og-image-entries.ts';
import { addressOfFile } from './build-info.ts';
import { fixedFiles, fixedRedirects, inputsOfFile, isHashedAsset, takeFile } from './fixed-pages.ts';
import { type PlanContext, type PlannedPage, planAllPages, planPost } from '#api/publishing/plan/page-plan.ts';
import { type RenderTools, renderPages } from './render-pages.ts';
import type { RenderError } from './astro-renderer.ts';

/** Pages of one background release. */
const CHUNK = 250;
/** Comparisons between two pauses for requests. */
const COMPARISONS = 500;
/** How long assets of an earlier build are still served, milliseconds: pages that are open may ask for them. */
const ASSET_GRACE_MS = 24 * 60 * 60 * 1000;

export type SiteSource = RenderTools & {
  manifest: Manifest;
  build: BuildInfo;
  clientDir: string;
  siteUrl: string;
  clock: Clock;
  log: Logger;
};

/** What differs between the live site and what it should be. */
export type Difference = { changed: Entry[]; removed: string[]; bytes: number };

/**
 * Everything at once: takes the built files in, renders every page whose inputs differ from the live entry and says
 * what must go. Posts come first: one that cannot be rendered and never was live is left out of the lists.
 */
export async function differenceOfAll(source: SiteSource, context: PlanContext): Promise<Difference> {
  const { manifest } = source;
  const files = await takeFiles(source, context.salt);
  const standIns = new Map(files.changed.map((entry) => [entry.path, entry]));
  const isStale = (page: PlannedPage) => manifest.get(page.path)?.inputs !== page.inputs;
  const onFailure = leaveOut(source, context);
  const posts = [...context.index.posts].map((post) => planPost(context, post)).filter(isStale);
  const rendered = await renderPages(source, context, posts, { durable: false, onFailure });
  const done = new Set(rendered.changed.map((entry) => entry.path));
  const others = [...planAllPages(context)].filter((page) => isStale(page) && !done.has(page.path));
  const rest = await renderPages(source, context, others, { durable: false, onFailure });
  const cards = planCards(
    { get: (path: string) => standIns.get(path) ?? manifest.get(path) },
    context.index.posts.map((post) => ({ id: post.id, before: null, after: post })),
  );
  const redirects = [...redirectChanges(context, manifest, done).changed, ...fixedRedirects()].filter(
    (entry) => manifest.get(entry.path)?.inputs !== entry.inputs,
  );
  const leftovers = retire(manifest, expectedPaths(source, context), source.clock.now());
  return {
    changed: [
      ...files.changed,
      ...rendered.changed,
      ...rest.changed,
      ...cards.changed,
      ...redirects,
      ...leftovers.changed,
    ],
    removed: leftovers.removed,
    bytes: files.bytes + rendered.bytes + rest.bytes,
  };
}

/** The background lane: compares page by page and renders what differs, a chunk at a time. */
export class RefreshPass {
  readonly version: number;
  #pages: Generator<PlannedPage>;
  #failed = new Set<string>();
  #isCompared = false;

  constructor(context: PlanContext) {
    this.version = context.index.version;
    this.#pages = planAllPages(context);
  }

  /**
   * The next chunk that differs, or null when all is compared. Stops early, with what it has, when `isInterrupted`.
   */
  async next(source: SiteSource, context: PlanContext, isInterrupted: () => boolean): Promise<Difference | null> {
    if (this.#isCompared) return null;
    const stale: PlannedPage[] = [];
    let compared = 0;
    while (stale.length < CHUNK && !isInterrupted()) {
      const { value: page, done } = this.#pages.next();
      if (done) {
        this.#isCompared = true;
        break;
      }
      if (source.manifest.get(page.path)?.inputs !== page.inputs && !this.#failed.has(page.path)) stale.push(page);
      compared += 1;
      if (compared % COMPARISONS === 0) await yieldToRequests();
    }
    const rendered = await renderPages(source, context, uninterrupted(stale, isInterrupted), {
      durable: false,
      onFailure: (error) => {
        this.#failed.add(error.path);
        source.log.error({ err: error, path: error.path }, 'a page cannot be rendered; its last good version stays');
      },
    });
    if (isInterrupted()) {
      // Pages of this chunk may be left: compare from the start, which finds them again.
      this.#pages = planAllPages(context);
      this.#isCompared = false;
    }
    const files = this.#isCompared ? await takeFiles(source, context.salt) : { changed: [], bytes: 0 };
    const leftovers = this.#isCompared
      ? retire(source.manifest, expectedPaths(source, context), source.clock.now())
      : { changed: [], removed: [] };
    const coming = new Set(rendered.changed.map((entry) => entry.path));
    const redirects = this.#isCompared ? redirectChanges(context, source.manifest, coming).changed : [];
    return {
      changed: [...files.changed, ...rendered.changed, ...leftovers.changed, ...redirects],
      removed: [...rendered.gone.filter((path) => source.manifest.get(path)), ...leftovers.removed],
      bytes: files.bytes + rendered.bytes,
    };
  }
}

function* uninterrupted(pages: PlannedPage[], isInterrupted: () => boolean): Generator<PlannedPage> {
  for (const page of pages) {
    if (isInterrupted()) return;
    yield page;
  }
}

async function takeFiles(source: SiteSource, salt: string): Promise<{ changed: Entry[]; bytes: number }> {
  const changed: Entry[] = [];
  let bytes = 0;
  for (const file of fixedFiles(source.build)) {
    if (source.manifest.get(addressOfFile(file))?.inputs === inputsOfFile(salt, file)) continue;
    const taken = await takeFile(file, { ...source, salt });
    changed.push(taken.entry);
    bytes += taken.bytes;
  }
  return { changed, bytes };
}

function expectedPaths(source: SiteSource, context: PlanContext): Set<string> {
  const paths = new Set<string>();
  for (const file of fixedFiles(source.build)) paths.add(addressOfFile(file));
  for (const entry of fixedRedirects()) paths.add(entry.path);
  for (const page of planAllPages(context)) paths.add(page.path);
  for (const post of context.index.posts) paths.add(cardPath(post));
  for (const slug of context.index.redirects.keys()) paths.add(`/blogs/${slug}`);
  return paths;
}

/** What the site should not have: it goes, but assets of an earlier build stay for a day. */
function retire(
  manifest: Manifest,
  expected: ReadonlySet<string>,
  now: number,
): { changed: Entry[]; removed: string[] } {
  const changed: Entry[] = [];
  const removed: string[] = [];
  for (const entry of manifest.entries()) {
    if (expected.has(entry.path)) continue;
    if (!isHashedAsset(entry.path)) removed.push(entry.path);
    else if (entry.validUntil === null) changed.push({ ...entry, validUntil: now + ASSET_GRACE_MS });
    else if (entry.validUntil <= now) removed.push(entry.path);
  }
  return { changed, removed };
}

function leaveOut(source: SiteSource, context: PlanContext) {
  return (error: RenderError) => {
    source.log.error({ err: error, path: error.path }, 'a page cannot be rendered; it is left out');
    const post = context.index.bySlug(error.path.slice('/blogs/'.length));
    if (!post || !error.path.startsWith('/blogs/')) throw error;
    if (!source.manifest.get(error.path)) context.index.block(post.id);
  };
}
