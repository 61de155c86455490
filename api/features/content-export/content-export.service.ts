import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { asc, eq, isNull, ne, and, gt, sql } from 'drizzle-orm';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { getFileKind } from '#api/adapters/site-readers/files/file-kinds.ts';
import { formatFileDay } from '#api/domain/local-time.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { parseStoredFileHash } from '#api/domain/image-variants.ts';
import { completePage, type SitePage } from '#api/domain/site-pages.ts';
import { toPostPath } from '#api/publishing/index/paths.ts';
import { conflictError } from '#api/http/errors.ts';
import { recordExport } from '#api/features/audit/exports.service.ts';
import { listAuthorsByBlog } from '#db/queries/blog-authors.ts';
import { listCategoriesByBlog } from '#db/queries/blog-categories.ts';
import { listCoversByBlog } from '#db/queries/blog-covers.ts';
import { listTagsByBlog } from '#db/queries/blog-tags.ts';
import { blogs, siteParts, uploads } from '#db/schema/index.ts';
import type { ContentFormat } from './content-export.contract.ts';

type ExportDeps = Pick<Deps, 'db' | 'files' | 'site'>;
export type ContentExport = { posts: number; pages: number; media: number; notes: string[] };

const BATCH_SIZE = 100;
/** With more, the numbers of a zip are too small. */
const [ZIP_MAX_BYTES, ZIP_MAX_FILES] = [3.5 * 1024 ** 3, 65_000];
const TOO_MUCH =
  'There are more images and files than a zip can hold. Use npm run export on the server, which writes a folder.';
const UPLOAD = /\/uploads\/([\w.-]+)/g;

type Post = Awaited<ReturnType<typeof readPosts>> extends AsyncGenerator<infer Each> ? Each : never;
/** Where stored files are, and how addresses of them begin. */
type Place = { prefix: string; toFolder: (name: string) => string };
type PageText = { page: SitePage; isLive: boolean; html: string; lost: number };

/** A file of an export, by its path there. */
type ExportedFile = { path: string; content: string | Uint8Array };
type ExportedFiles = AsyncGenerator<ExportedFile, ContentExport>;

/**
 * Writes posts and pages for another program, with the images and files that they show. The directory must be new or empty. @throws when it
 * holds something.
 */
export async function exportContent(
  deps: ExportDeps,
  { directory, format }: { directory: string; format: ContentFormat },
): Promise<ContentExport> {
  await mkdir(directory, { recursive: true });
  if ((await readdir(directory)).length > 0)
    throw new Error(`The directory ${directory} isn’t empty. Choose a new or empty one.`);
  const files = readContent(deps, format);
  for (let next = await files.next(); ; next = await files.next()) {
    if (next.done) return next.value;
    const target = join(directory, next.value.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, next.value.content);
  }
}

/** The same as a zip, made while it is read, under the name of the day. @throws conflict for more than a zip can hold */
export async function exportContentZip(
  deps: ExportDeps & Pick<Deps, 'clock'>,
  { actorId, format }: { actorId: number; format: ContentFormat },
): Promise<{ name: string; parts: AsyncGenerator<Uint8Array> }> {
  const [stored] = await deps.db.orm
    .select({
      bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)`,
      files: sql<number>`count(*) + (SELECT count(*) FROM ${blogs}) + (SELECT count(*) FROM ${siteParts})`,
    })
    .from(uploads);
  if (stored && (stored.bytes > ZIP_MAX_BYTES || stored.files > ZIP_MAX_FILES)) throw conflictError(TOO_MUCH);
  await recordExport(deps, { action: 'export.content', actorId, subject: 'content', detail: { format } });
  const { createZip } = await import('#api/adapters/site-writers/zip.ts');
  return {
    name: `content-${format}-${formatFileDay(deps.clock.now())}.zip`,
    parts: createZip(readContent(deps, format)),
  };
}

/** Posts and pages as Markdown files with their facts on top, or as an export of Ghost, then what they show. */
async function* readContent(deps: ExportDeps, format: ContentFormat): ExportedFiles {
  const names = new Map<string, string>();
  const pages = await readPages(deps);
  const posts = yield* format === 'markdown'
    ? readMarkdownFiles(deps, { pages, names })
    : readGhostFile(deps, { pages, names });
  let media = 0;
  for (const [name, path] of names) {
    const stream = await deps.files.read(name);
    if (!stream) continue;
    yield { path, content: await buffer(stream) };
    media += 1;
  }
  const lost = pages.filter((page) => page.lost > 0);
  const notes = lost.map(
    ({ page, lost: count }) => `${page.address}: left out are ${formatCount(count, 'section')} without formatted text`,
  );
  const written = { posts, pages: pages.length, media, notes };
  yield { path: 'README.md', content: describeExport(deps, written) };
  return written;
}

/** What is in it and what isn’t, for whoever finds the file in a year. */
const describeExport = ({ site }: ExportDeps, { posts, pages, media, notes }: ContentExport): string =>
  [
    `# Posts and pages of ${site.url}`,
    `${formatCount(posts, 'post')}, ${formatCount(pages, 'page')}, ${formatCount(media, 'image or file', 'images and files')}.`,
    'Posts in the trash, drafts beside live posts and earlier versions aren’t in it.',
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n');

/** `names`: of the stored files that are shown, with their paths in the export. */
type Target = { pages: PageText[]; names: Map<string, string> };

async function* readPosts({ db }: ExportDeps) {
  for (let after = 0; ;) {
    const rows = await db.orm
      .select()
      .from(blogs)
      .where(and(isNull(blogs.trashedAt), gt(blogs.id, after)))
      .orderBy(asc(blogs.id))
      .limit(BATCH_SIZE);
    const ids = rows.map(({ id }) => id);
    const [categories, tags, people, covers] = [
      await listCategoriesByBlog(db, ids),
      await listTagsByBlog(db, ids),
      await listAuthorsByBlog(db, ids),
      await listCoversByBlog(db, ids),
    ];
    for (const row of rows)
      yield {
        row,
        categories: (categories.get(row.id) ?? []).map(({ name }) => name),
        tags: (tags.get(row.id) ?? []).map(({ name }) => name),
        authors: (people.get(row.id) ?? []).map(({ name }) => name),
        cover: covers.get(row.id)?.url ?? null,
      };
    if (rows.length < BATCH_SIZE) return;
    after = ids.at(-1) ?? 0;
  }
}

/** The formatted texts of pages; sections of other kinds are what only this program shows. */
async function readPages({ db }: ExportDeps): Promise<PageText[]> {
  const rows = await db.orm
    .select({ fields: siteParts.fields, state: siteParts.state })
    .from(siteParts)
    .where(and(eq(siteParts.kind, 'page'), ne(siteParts.state, 'deleted')))
    .orderBy(asc(siteParts.id));
  return rows.map(({ fields, state }) => {
    const page = completePage(fields);
    const texts = page.sections.flatMap((section) => (section.kind === 'text' ? [section.fields.text] : []));
    const lost = page.sections.filter(({ kind }) => kind !== 'text' && kind !== 'hero').length;
    return { page, isLive: state === 'live', html: texts.join(''), lost };
  });
}

async function* readMarkdownFiles(deps: ExportDeps, { pages, names }: Target): AsyncGenerator<ExportedFile, number> {
  const [{ toMarkdown }, { stringify }] = [
    await import('#api/adapters/site-writers/markdown-text.ts'),
    await import('yaml'),
  ];
  const place = { prefix: '/', toFolder: () => 'media' };
  const move = (url: string) => moveUrl(url, place, names);
  const toFile = (path: string, head: Record<string, unknown>, html: string): ExportedFile => {
    const facts = Object.fromEntries(Object.entries(head).filter(([, value]) => value !== null && value !== ''));
    return { path, content: `---\n${stringify(facts)}---\n\n${toMarkdown(html, move)}` };
  };
  let count = 0;
  for await (const { row, categories, tags, authors, cover } of readPosts(deps)) {
    const head = {
      title: row.title,
      slug: row.slug,
      permalink: toPostPath(row.slug),
      date: toIsoOrNull(row.publishedAt),
      updated: toIso(row.updatedAt),
      draft: row.status !== 'published',
      description: row.isDescriptionCustom ? row.description : null,
      meta_title: row.metaTitle,
      meta_description: row.metaDescription,
      author: authors.length > 1 ? null : row.authorName,
      authors: authors.length > 1 ? authors : null,
      categories,
      tags,
      cover: cover === null ? null : move(cover),
      layout: 'post',
    };
    yield toFile(`posts/${row.slug}.md`, head, row.content);
    count += 1;
  }
  for (const { page, isLive, html } of pages) {
    const { title, description, address } = page;
    const head = { title, description, permalink: address, draft: !isLive, layout: 'page' };
    yield toFile(`pages${address === '/' ? '/index' : address}.md`, head, html);
  }
  return count;
}

const GHOST_FOLDERS = {
  image: 'content/images',
  file: 'content/files',
  audio: 'content/media',
  video: 'content/media',
};
const GHOST_PLACE: Place = {
  prefix: '__GHOST_URL__/',
  toFolder: (name) => GHOST_FOLDERS[getFileKind(name) ?? 'image'],
};

/** As Ghost 5 imports it: categories come first, since its first tag is what themes show. */
async function* readGhostFile(deps: ExportDeps, { pages, names }: Target): AsyncGenerator<ExportedFile, number> {
  const move = (text: string) =>
    text
      .replace(UPLOAD, (url) => moveUrl(url, GHOST_PLACE, names))
      .replace(/(href=")\/blogs\/([a-z0-9-]+)(?=["#?])/g, '$1__GHOST_URL__/$2/');
  const [tagIds, userIds] = [new Map<string, string>(), new Map<string, string>()];
  const toId = (ids: Map<string, string>, name: string) => {
    const id = ids.get(name) ?? String(ids.size + 1);
    ids.set(name, id);
    return id;
  };
  const [posts, postsTags, postsAuthors]: [unknown[], unknown[], unknown[]] = [[], [], []];
  for await (const post of readPosts(deps)) {
    const id = `post-${post.row.id}`;
    posts.push(toGhostPost(post, id, move));
    for (const [order, name] of [...post.categories, ...post.tags].entries())
      postsTags.push({ post_id: id, tag_id: toId(tagIds, name), sort_order: order });
    const authors = post.authors.length > 0 ? post.authors : [post.row.authorName];
    for (const [order, name] of authors.entries())
      postsAuthors.push({ post_id: id, author_id: toId(userIds, name), sort_order: order });
  }
  const count = posts.length;
  for (const [at, { page, isLive, html }] of pages.entries())
    posts.push({
      id: `page-${at + 1}`,
      type: 'page',
      title: page.title,
      slug: page.address.split('/').filter(Boolean).join('-') || 'home',
      status: isLive ? 'published' : 'draft',
      visibility: 'public',
      html: move(html),
      custom_excerpt: page.description || null,
    });
  const toRows = (ids: Map<string, string>) => [...ids].map(([name, id]) => ({ id, name, slug: `${id}-${name}` }));
  const data = {
    posts,
    tags: toRows(tagIds),
    posts_tags: postsTags,
    users: toRows(userIds),
    posts_authors: postsAuthors,
  };
  const json = { db: [{ meta: { exported_on: 0, version: '5.0.0' }, data }] };
  yield { path: 'ghost.json', content: JSON.stringify(json, null, 1) };
  return count;
}

const toGhostPost = ({ row, cover }: Post, id: string, move: (text: string) => string) => ({
  id,
  type: 'post',
  title: row.title,
  slug: row.slug,
  status: row.status === 'published' ? 'published' : 'draft',
  visibility: 'public',
  html: move(row.content),
  feature_image: cover === null ? null : move(cover),
  custom_excerpt: row.isDescriptionCustom ? row.description : null,
  meta_title: row.metaTitle,
  meta_description: row.metaDescription,
  published_at: toIsoOrNull(row.publishedAt),
  created_at: toIso(row.createdAt),
  updated_at: toIso(row.updatedAt),
});

/** Where a stored file is in the export; any other address stays. */
function moveUrl(url: string, { prefix, toFolder }: Place, names: Map<string, string>): string {
  const [, name] = /^\/uploads\/([\w.-]+)$/.exec(url) ?? [];
  if (name === undefined || parseStoredFileHash(name) === null) return url;
  const path = `${toFolder(name)}/${name}`;
  names.set(name, path);
  return prefix + path;
}
