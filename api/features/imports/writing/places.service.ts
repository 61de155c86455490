import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type ImportRow, listItems } from '#api/features/imports/imports.queries.ts';
import { toCategoryPath } from '#api/publishing/index/paths.ts';
import type { Database } from '#db/client.ts';
import { categories, importItems, uploads } from '#db/schema/index.ts';
import type { PlacedFile, PlacedImage, Places } from '#api/adapters/site-readers/placed-html.ts';
import { getFileKind } from '#api/adapters/site-readers/files/file-kinds.ts';
import { describeFile } from '#api/domain/describe-file.ts';
import { decodeAddress } from '#api/domain/decode-address.ts';

/** Where the texts, categories, images and files of an import are on this site. */
export type ImportPlaces = Places & {
  /** The ids of categories by their names in the source. */
  categoryIds: ReadonlyMap<string, number>;
  tagIds: ReadonlyMap<string, number>;
  authorIds: ReadonlyMap<string, number>;
  /** The ids of uploads by the addresses of images. */
  uploadIds: ReadonlyMap<string, number>;
};

/** Files of a site, and lists of it that this site has under other addresses or not at all. */
const NO_TEXT = /^\/(wp-|content\/|assets\/|images\/|tag\/|author\/|feed|\d{4}(\/\d\d){0,2}\/?$)/;

/** Reads once what all texts of an import need. */
export async function loadPlaces(db: Database, row: ImportRow): Promise<ImportPlaces> {
  const [texts, oldPaths, categoryItems, mediaItems] = [
    [...(await listItems(db, row.id, 'post')), ...(await listItems(db, row.id, 'page'))],
    await listOldPaths(db, row.id),
    await listItems(db, row.id, 'category'),
    await listItems(db, row.id, 'media'),
  ];
  const categoryIds = toSubjectIds(categoryItems);
  const tagIds = toSubjectIds(await listItems(db, row.id, 'tag'));
  const authorIds = toSubjectIds(await listItems(db, row.id, 'author'));
  const uploadIds = toSubjectIds(mediaItems);
  const paths = new Map<string, string>();
  const byId = new Map<string, string>();
  const slugs = await readCategorySlugs(db, [...categoryIds.values()]);
  for (const { sourceId, subjectId } of categoryItems) {
    const slug = slugs.get(subjectId ?? 0);
    for (const folder of ['category', 'categories'])
      if (slug) paths.set(`/${folder}/${sourceId}`, toCategoryPath(slug));
  }
  for (const { id, sourceId, address, state } of texts) {
    if (address === null || state === 'failed') continue;
    byId.set(sourceId, address);
    for (const path of oldPaths.get(id) ?? []) paths.set(normalizePath(path), address);
  }
  const media = await readMedia(db, uploadIds);
  const files = new Set(mediaItems.flatMap(({ sourceId }) => (getFileKind(sourceId) === null ? [] : [sourceId])));
  return {
    categoryIds,
    tagIds,
    authorIds,
    uploadIds,
    findImage: (url) => {
      const found = media.get(url);
      return found && 'alt' in found ? found : null;
    },
    findFile: (url) => {
      const found = media.get(url);
      if (found) return 'alt' in found ? undefined : found;
      return files.has(url) ? null : undefined;
    },
    findLink: createLinkFinder(row.origin, paths, byId),
  };
}

const toSubjectIds = (items: Awaited<ReturnType<typeof listItems>>): Map<string, number> =>
  new Map(
    items.flatMap(({ sourceId, subjectId, state }) =>
      subjectId !== null && state !== 'failed' ? [[sourceId, subjectId]] : [],
    ),
  );

async function listOldPaths({ orm }: Database, importId: number): Promise<Map<number, string[]>> {
  const isText = and(eq(importItems.importId, importId), inArray(importItems.kind, ['post', 'page']));
  const rows = await orm
    // Without the texts themselves, which may be long.
    .select({
      id: importItems.id,
      paths: sql<string>`json_array(${importItems.data} -> '$.oldPaths', ${importItems.data} -> '$.linkPaths')`,
    })
    .from(importItems)
    .where(and(isText, ne(importItems.data, '')));
  return new Map(
    rows.map(({ id, paths }) => [id, (JSON.parse(paths) as (string[] | null)[]).flatMap((list) => list ?? [])]),
  );
}

async function readCategorySlugs({ orm }: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await orm
    .select({ id: categories.id, slug: categories.slug })
    .from(categories)
    .where(inArray(categories.id, [...ids]));
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

async function readMedia(
  { orm }: Database,
  ids: ReadonlyMap<string, number>,
): Promise<Map<string, PlacedImage | PlacedFile>> {
  const rows = await orm
    .select({
      id: uploads.id,
      kind: uploads.kind,
      url: uploads.url,
      width: uploads.width,
      height: uploads.height,
      alt: uploads.alt,
      bytes: uploads.bytes,
    })
    .from(uploads);
  const byId = new Map(rows.map((upload) => [upload.id, upload]));
  return new Map(
    [...ids].flatMap(([address, id]): [string, PlacedImage | PlacedFile][] => {
      const upload = byId.get(id);
      if (!upload) return [];
      const { kind, url, alt, bytes } = upload;
      const place = { url, width: upload.width ?? 0, height: upload.height ?? 0 };
      if (kind === 'image') return [[address, { ...place, alt }]];
      return [[address, { ...place, kind, note: describeFile({ url, size: bytes }) }]];
    }),
  );
}

/** One form of a path for comparisons: decoded, without slashes and file endings at its end. */
export function normalizePath(path: string): string {
  const bare = path
    .replace(/[?#].*$/s, '')
    .replace(/\/(index\.(html?|php|md))?$/i, '')
    .replace(/\.(html?|md)$/i, '');
  return decodeAddress(bare).toLowerCase() || '/';
}

/** `origin` is the host of the old site, with the folder that it was in. */
function createLinkFinder(origin: string, paths: ReadonlyMap<string, string>, byId: ReadonlyMap<string, string>) {
  const [host = ''] = origin.split('/');
  const toBareHost = (name: string) => name.replace(/^www\./, '');
  return (href: string): string | null | undefined => {
    const url = URL.parse(href, `https://${host || 'site.invalid'}`);
    if (!url || !/^https?:$/.test(url.protocol) || href.startsWith('#')) return undefined;
    if (toBareHost(url.hostname) !== toBareHost(host || 'site.invalid')) return undefined;
    const id = url.searchParams.get('p') ?? url.searchParams.get('page_id');
    const path = normalizePath(url.pathname);
    const last = path.split('/').at(-1) ?? '';
    const category = /^\/category\//.test(path) ? paths.get(`/category/${last}`) : undefined;
    const place = (id === null ? undefined : byId.get(id)) ?? paths.get(path) ?? category;
    if (place !== undefined) return place + url.hash;
    if (path === '/' && url.search === '') return `/${url.hash}`;
    if (NO_TEXT.test(`${path}/`) || /\.\w{2,4}$/.test(url.pathname)) return undefined;
    return null;
  };
}
