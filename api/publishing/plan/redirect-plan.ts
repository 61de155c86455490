import { createChainReader } from '#api/domain/redirect-chains.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { createRedirectEntry, type Manifest, type ReleaseEntry } from '#api/releases/manifest.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import { planFixedRedirects } from './fixed-redirects.ts';
import { createPageTest } from './page-plan.ts';
import type { PlanContext } from './planned-page.ts';

type Listed = { at: number; site: SiteContent; entries: ReadonlyMap<string, ReleaseEntry> };
/** Listed once for each state of the index and of the owner's pages: a publish and what follows it ask several times. */
const listCache = new WeakMap<PublicIndex, Listed>();

/**
 * Every redirect there should be, by its path: the old addresses of posts, categories, tags, authors and public documents, and those that admins made. A page
 * takes precedence over a redirect of an admin, which waits until the page is gone; so does an old address of a post.
 * Chains are shortened: each leads to where the last one leads. A loop leads nowhere and is left out.
 */
export function listRedirects(context: PlanContext): ReadonlyMap<string, ReleaseEntry> {
  const { index, site } = context;
  const cached = listCache.get(index);
  if (cached && cached.at === index.version && cached.site === site) return cached.entries;
  const entries = createEntries(context);
  listCache.set(index, { at: index.version, site, entries });
  return entries;
}

function createEntries(context: PlanContext): Map<string, ReleaseEntry> {
  const { ownRedirects } = context.index;
  const entries = new Map<string, ReleaseEntry>();
  const redirects = listOldAddresses(context.index);
  for (const [from, to] of redirects) entries.set(from, createRedirectEntry(from, to, 301));
  if (ownRedirects.size === 0) return entries;
  const hasPage = createPageTest(context);
  const find = (path: string) => {
    const renamed = redirects.get(path);
    if (renamed !== undefined) return { to: renamed, status: 301 as const };
    const own = ownRedirects.get(path);
    return own === undefined || hasPage(path) ? undefined : own;
  };
  const readChain = createChainReader(find);
  for (const from of ownRedirects.keys()) {
    if (entries.has(from) || hasPage(from)) continue;
    const end = readChain(from);
    if (end) entries.set(from, createRedirectEntry(from, end.to, end.status));
  }
  return entries;
}

const listOldAddresses = (index: PublicIndex) =>
  new Map([...index.redirects, ...index.listGroupRedirects(), ...index.documents.redirects]);

/**
 * What changes of the redirects: new ones, shortened chains, and those that should be no more. An old address of a post,
 * category, tag or author redirects when its target is live, or part of this release (`upcoming`).
 */
export function planRedirects(
  context: PlanContext,
  manifest: Manifest,
  upcoming: { has(path: string): boolean },
): { changed: ReleaseEntry[]; removed: string[] } {
  const entries = listRedirects(context);
  const oldAddresses = listOldAddresses(context.index);
  const isLive = (path: string) => upcoming.has(path) || manifest.get(path) !== undefined;
  const fixedEntries = planFixedRedirects(context);
  const fixed = new Set(fixedEntries.map(({ path }) => path));
  const changed = [...entries.values(), ...fixedEntries]
    .filter((entry) => manifest.get(entry.path)?.inputHash !== entry.inputHash)
    .filter(({ path, location }) => !oldAddresses.has(path) || isLive(location ?? ''));
  const removed: string[] = [];
  for (const { path } of manifest.redirects()) {
    if (!entries.has(path) && !fixed.has(path)) removed.push(path);
  }
  return { changed, removed };
}
