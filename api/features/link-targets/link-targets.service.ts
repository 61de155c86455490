import { fillCatalogueValues } from '#db/queries/catalogue-products.ts';
import { asc, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { searchContent } from '#api/features/search/search.service.ts';
import { categories } from '#db/schema/index.ts';
import type { LinkTargetsJson } from './link-targets.contract.ts';

type Target = LinkTargetsJson['targets'][number];

const TARGETS_MAX = 8;
/** What is found by its title. */
const CONTENT_PATH = /^\/(blogs|categories|documents|openshelf)\/./;

/** What a link of the site can lead to: its pages first, then categories, posts, documents and works of the shelf. At most 8. */
export async function findLinkTargets(
  deps: Pick<Deps, 'db' | 'clock' | 'site'>,
  search: string,
): Promise<LinkTargetsJson> {
  const pages = findPages(deps.site, search);
  const found = search === '' || pages.length === TARGETS_MAX ? [] : await findContent(deps, search);
  const byPath = new Map([...pages, ...found].toReversed().map((target) => [target.path, target]));
  return { targets: [...byPath.values()].toReversed().slice(0, TARGETS_MAX) };
}

/** Pages of the owner have titles; those of the code, such as the list of posts, have their address alone. */
function findPages(site: Deps['site'], search: string): Target[] {
  const text = search.toLowerCase();
  const titled = [...site.pages.values()].map(({ title, address }) => ({
    title: fillCatalogueValues(title),
    path: address,
  }));
  const untitled = site
    .listPages()
    .filter((path) => !site.pages.has(path) && !CONTENT_PATH.test(path))
    .map((path) => ({ title: path, path }));
  return [...titled, ...untitled]
    .filter(({ title, path }) => title.toLowerCase().includes(text) || path.toLowerCase().includes(text))
    .slice(0, TARGETS_MAX)
    .map((page) => ({ kind: 'page', ...page }));
}

async function findContent(deps: Pick<Deps, 'db' | 'clock' | 'site'>, search: string): Promise<Target[]> {
  const named = await deps.db.orm
    .select({ title: categories.name, slug: categories.slug })
    .from(categories)
    .where(sql`${categories.name} LIKE ${toLikePattern(search)} ESCAPE '\\'`)
    .orderBy(asc(categories.name))
    .limit(TARGETS_MAX);
  const { results } = await searchContent(deps, { q: search }, { canSeeDrafts: false });
  return [
    ...named.map(({ title, slug }) => ({ kind: 'category' as const, title, path: `/categories/${slug}` })),
    ...results.map(({ type, title, url }) => ({ kind: type, title, path: url })),
  ];
}
