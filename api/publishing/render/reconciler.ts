import { planFixedRedirects } from '#api/publishing/plan/fixed-redirects.ts';
import { toOgImagePath, planOgImages } from '#api/publishing/plan/og-images.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { Logger } from 'pino';
import type { Clock } from '#api/clock.ts';
import type { ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import { listRedirects, planRedirects } from '#api/publishing/plan/redirect-plan.ts';
import type { BuildInfo } from './build-info.ts';
import { toPublicPath } from './build-info.ts';
import { listFixedFiles, hashFileInputs, hashLook, isHashedAsset, storeFixedFile } from './fixed-files.ts';
import { planAllPages, planPost } from '#api/publishing/plan/page-plan.ts';
import { shelfOgImage } from '#api/domain/og-image.ts';
import { createSiteLook, type SiteLook } from '#api/domain/site-brand.ts';
import { formatWebManifest } from '#api/domain/web-manifest.ts';
import type { PlanContext, PlannedPage } from '#api/publishing/plan/planned-page.ts';
import type { OgImagePort } from './og-image-entries.ts';
import { planWork } from '#api/publishing/plan/shelf-plan.ts';
import { isPathOn } from '#api/domain/features.ts';
import { isTextPath } from '#api/domain/text-paths.ts';
import { SHELF_PATH, toDocumentPath, toPostPath, toWorkPath } from '#api/publishing/index/paths.ts';
import { type RenderDeps, renderPages } from './render-pages.ts';
import type { RenderError } from './astro-renderer.ts';

/** Pages of one background release. */
const CHUNK_SIZE = 250;
/** Comparisons between two pauses for requests. */
export const YIELD_INTERVAL = 500;
/** How long assets of an earlier build are still served, milliseconds: pages that are open may ask for them. */
const ASSET_GRACE_MS = 24 * 60 * 60 * 1000;

export type ReconcileDeps = RenderDeps & {
  manifest: Manifest;
  build: BuildInfo;
  clientDir: string;
  siteUrl: string;
  ogImages: OgImagePort | null;
  clock: Clock;
  log: Logger;
};

const MANIFEST_FILE = 'site.webmanifest';

/** What is drawn of the company's name, mark and colours. */
const BRAND_FILES = new Set([
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  MANIFEST_FILE,
  'og.png',
  shelfOgImage.file,
]);

/** What differs between the live site and what it should be. */
export type SiteDiff = { changed: ReleaseEntry[]; removed: string[]; bytes: number };

/**
 * Reconciles the site: stores the built files, renders every page whose inputs differ from the live entry and lists
 * what must be removed. Posts and works come first: one that cannot be rendered and never was live is left out of the lists.
 * `prepared` are pages that were rendered before, by path; those that are still as planned are not rendered again. `ahead` counts pages
 * that are left out, because a post on them was saved since.
 */
export async function diffSite(
  source: ReconcileDeps,
  context: PlanContext,
  prepared: ReadonlyMap<string, ReleaseEntry> = new Map(),
): Promise<SiteDiff & { ahead: number }> {
  const { manifest } = source;
  const files = await storeFixedFiles(source, context);
  const newFiles = new Map(files.changed.map((entry) => [entry.path, entry]));
  const upcoming = new Map<string, ReleaseEntry>();
  const onFailure = createFailureHandler(source, context);
  const totals = { bytes: 0, ahead: 0 };
  const renderStale = async (pages: Iterable<PlannedPage>) => {
    const stale: PlannedPage[] = [];
    for (const page of pages) {
      if (upcoming.has(page.path) || manifest.get(page.path)?.inputHash === page.inputHash) continue;
      const entry = prepared.get(page.path);
      if (entry?.inputHash === page.inputHash) upcoming.set(page.path, entry);
      else stale.push(page);
    }
    const { changed, bytes, ahead } = await renderPages(source, context, stale, { durable: false, onFailure });
    for (const entry of changed) upcoming.set(entry.path, entry);
    totals.bytes += bytes;
    totals.ahead += ahead;
  };
  await renderStale([
    ...[...context.index.posts].map((post) => planPost(context, post)),
    ...(isPathOn(SHELF_PATH, context.site.facts) ? context.index.works.works : []).map((work) =>
      planWork(context, work),
    ),
  ]);
  await renderStale(planAllPages(context));
  const ogImages = planOgImages(
    { get: (path: string) => newFiles.get(path) ?? manifest.get(path) },
    context.index.posts.map((post) => ({ id: post.id, before: null, after: post })),
  );
  const redirects = planRedirects(context, manifest, new Set(upcoming.keys())).changed;
  const plannedPaths = [...planAllPages(context)].map(({ path }) => path);
  const removals = planRemovals(manifest, expectedPaths(source, context, plannedPaths), source.clock.now());
  return {
    changed: [...files.changed, ...upcoming.values(), ...ogImages.changed, ...redirects, ...removals.changed],
    removed: removals.removed,
    bytes: files.bytes + totals.bytes,
    ahead: totals.ahead,
  };
}

/** The background lane: compares page by page and renders what differs, a chunk at a time. */
export class ReconcilePass {
  readonly version: number;
  #pages: Generator<PlannedPage>;
  /** Collected on the way: planning 50,000 works a second time would hold up requests for half a second. */
  #plannedPaths = new Set<string>();
  #failed = new Set<string>();
  #isComplete = false;

  constructor(context: PlanContext) {
    this.version = context.index.version;
    this.#pages = planAllPages(context);
  }

  /**
   * The next chunk that differs, or null when all is compared. Stops early, with what it has, when `isInterrupted`.
   */
  async next(source: ReconcileDeps, context: PlanContext, isInterrupted: () => boolean): Promise<SiteDiff | null> {
    if (this.#isComplete) return null;
    const stale: PlannedPage[] = [];
    let compared = 0;
    while (stale.length < CHUNK_SIZE && !isInterrupted()) {
      const { value: page, done } = this.#pages.next();
      if (done) {
        this.#isComplete = true;
        break;
      }
      this.#plannedPaths.add(page.path);
      if (source.manifest.get(page.path)?.inputHash !== page.inputHash && !this.#failed.has(page.path))
        stale.push(page);
      compared += 1;
      if (compared % YIELD_INTERVAL === 0) await yieldToRequests();
    }
    const rendered = await renderPages(source, context, uninterrupted(stale, isInterrupted), {
      durable: false,
      onFailure: (error) => {
        this.#failed.add(error.path);
        source.log.error({ err: error, path: error.path }, 'page render failed; live version kept');
      },
    });
    if (isInterrupted()) {
      // Pages of this chunk may be left: compare from the start, which finds them again.
      this.#pages = planAllPages(context);
      this.#plannedPaths = new Set();
      this.#isComplete = false;
    }
    const files = this.#isComplete ? await storeFixedFiles(source, context) : { changed: [], bytes: 0 };
    const removals = this.#isComplete
      ? planRemovals(source.manifest, expectedPaths(source, context, this.#plannedPaths), source.clock.now())
      : { changed: [], removed: [] };
    const upcoming = new Set(rendered.changed.map((entry) => entry.path));
    const redirects = this.#isComplete ? planRedirects(context, source.manifest, upcoming).changed : [];
    return {
      changed: [...files.changed, ...rendered.changed, ...removals.changed, ...redirects],
      removed: [...rendered.missing.filter((path) => source.manifest.get(path)), ...removals.removed],
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

async function storeFixedFiles(
  source: ReconcileDeps,
  { buildSalt: salt, site }: PlanContext,
): Promise<{ changed: ReleaseEntry[]; bytes: number }> {
  const changed: ReleaseEntry[] = [];
  let bytes = 0;
  const look = createSiteLook(site);
  const lookHash = hashLook(look);
  // The build has the icons of the company that it was made for.
  const isOther = source.build.look !== lookHash;
  const isDrawn = source.ogImages !== null && isOther;
  let drawn: Record<string, Buffer> | null = null;
  for (const file of listFixedFiles(source.build)) {
    const isBrandFile = isDrawn && BRAND_FILES.has(file);
    // The manifest is text: a site that draws no images has its own, too.
    const isManifest = isOther && !isDrawn && file === MANIFEST_FILE;
    const isCaptions = file.endsWith('.vtt');
    const madeOf = isCaptions ? site.hash : lookHash;
    const inputs = isBrandFile || isCaptions || isManifest ? `${file} ${madeOf}` : file;
    if (source.manifest.get(toPublicPath(file))?.inputHash === hashFileInputs(salt, inputs)) continue;
    if (isBrandFile) drawn ??= await drawBrandFiles(source, look);
    let content = isBrandFile ? drawn?.[file] : undefined;
    // The next release tries again. Until then what is there stays, or what the build has.
    const isUndrawn = isBrandFile && content === undefined;
    if (isUndrawn && source.manifest.get(toPublicPath(file))) continue;
    if (isManifest) content = Buffer.from(formatWebManifest(look));
    if (isCaptions) content = await fillCaptions(source, file, site);
    const stored = await storeFixedFile(file, { ...source, salt, inputs: isUndrawn ? file : inputs, content });
    changed.push(stored.entry);
    bytes += stored.bytes;
  }
  return { changed, bytes };
}

/** Captions name what is seen by placeholders. */
const fillCaptions = async ({ clientDir }: ReconcileDeps, file: string, site: SiteContent): Promise<Buffer> =>
  Buffer.from(fillPlaceholders(await readFile(join(clientDir, file), 'utf8'), toPlaceholderValues(site)));

/** Icons that can't be drawn must not keep the pages from being published. */
const drawBrandFiles = async ({ ogImages, log }: ReconcileDeps, look: SiteLook): Promise<Record<string, Buffer>> =>
  (await ogImages?.renderBrandFiles(look).catch((error: unknown) => {
    log.error({ err: error }, 'icons not drawn; those of the last release stay, and the next one tries again');
    return null;
  })) ?? {};

function expectedPaths(source: ReconcileDeps, context: PlanContext, plannedPaths: Iterable<string>): Set<string> {
  const paths = new Set(plannedPaths);
  for (const file of listFixedFiles(source.build)) paths.add(toPublicPath(file));
  for (const entry of planFixedRedirects(context)) paths.add(entry.path);
  for (const post of context.index.posts) paths.add(toOgImagePath(post));
  for (const path of listRedirects(context).keys()) paths.add(path);
  return paths;
}

/** Entries to remove; assets of an earlier build are retained for a day. */
function planRemovals(
  manifest: Manifest,
  expected: ReadonlySet<string>,
  now: number,
): { changed: ReleaseEntry[]; removed: string[] } {
  const changed: ReleaseEntry[] = [];
  const removed: string[] = [];
  for (const entry of manifest.entries()) {
    if (expected.has(entry.path)) continue;
    if (!isHashedAsset(entry.path)) removed.push(entry.path);
    else if (entry.validUntil === null) changed.push({ ...entry, validUntil: now + ASSET_GRACE_MS });
    else if (entry.validUntil <= now) removed.push(entry.path);
  }
  return { changed, removed };
}

function createFailureHandler(source: ReconcileDeps, context: PlanContext) {
  return (error: RenderError) => {
    source.log.error({ err: error, path: error.path }, 'page render failed; page skipped');
    // The page itself is there.
    if (isTextPath(error.path)) return;
    const { index } = context;
    const slug = error.path.slice(error.path.lastIndexOf('/') + 1);
    const post = error.path === toPostPath(slug) ? index.getBySlug(slug) : null;
    const work = error.path === toWorkPath(slug) ? index.works.getBySlug(slug) : null;
    const document = error.path === toDocumentPath(slug) ? index.documents.getBySlug(slug) : null;
    if (!post && !work && !document) throw error;
    if (source.manifest.get(error.path)) return;
    if (post) index.exclude(post.id);
    if (work) index.excludeWork(work.id);
  };
}
