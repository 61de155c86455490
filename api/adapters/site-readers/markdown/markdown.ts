import { posix } from 'node:path';
import { micromark } from 'micromark';
import { fromLocalTime } from '#api/domain/local-time.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';
import { toSlug } from '#api/domain/slug.ts';
import { getFileKind } from '#api/adapters/site-readers/files/file-kinds.ts';
import { getFileName, IMAGE_FILE, type TreeFile } from '#api/adapters/site-readers/files/file-tree.ts';
import {
  type ElementTools,
  getAttribute,
  type HtmlElement,
  type HtmlNode,
  toPlainHtml,
} from '#api/adapters/site-readers/plain-html.ts';
import {
  createLossList,
  type ImportedAuthor,
  type ImportRecord,
  type LossList,
  readDirectly,
  type ReadEach,
  UnreadableImportError,
} from '#api/adapters/site-readers/records.ts';
import { toMarkdownHtml } from '#api/adapters/site-readers/markdown-html.ts';
import { takeText, toAuthor, toPlainLine } from '#api/adapters/site-readers/texts.ts';
import { type FrontMatter, readListField, readTextField, splitFrontMatter } from './front-matter.ts';
import { CALLOUT_ATTRIBUTE, expandTemplates } from './templates.ts';
import { decodeAddressPart } from '#api/domain/decode-address.ts';

const MARKDOWN_FILE = /\.(md|mdx|markdown)$/i;
const SKIPPED = /(^|\/)(readme|license|changelog|contributing|code_of_conduct|404|_index)\.\w+$/i;
const POST_FOLDER = /(^|\/)(_?posts?|_drafts|blogs?|articles?|news|writing|notes|journal)\//i;
const DATED_NAME = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/;
/** Stands for the folder in addresses of images and links. */
const HOST = 'files.invalid';
/** Where generators keep what they serve as it is. */
const PUBLIC_FOLDERS = ['', 'static/', 'public/', 'source/', 'src/', 'assets/', 'src/assets/', 'content/'];

type Site = {
  files: Map<string, TreeFile>;
  byName: Map<string, TreeFile>;
  categories: Map<string, string>;
  tags: Map<string, string>;
  authors: Map<string, ImportedAuthor>;
  losses: LossList;
};

/** A folder of Markdown files, as generators of sites and editors of notes have them. @throws UnreadableImportError */
export async function* readMarkdown(
  files: readonly TreeFile[],
  { zone, name }: { zone: string; name: string },
  readEach: ReadEach = readDirectly,
): AsyncGenerator<ImportRecord> {
  const texts = files.filter((file) => MARKDOWN_FILE.test(file.name) && !SKIPPED.test(file.name));
  if (texts.length === 0)
    throw new UnreadableImportError(`‘${name}’ has no Markdown files. Choose a zip with the .md files of your site.`);
  const site: Site = {
    files: new Map(files.map((file) => [file.name.toLowerCase(), file])),
    byName: new Map(files.map((file) => [getFileName(file.name).toLowerCase(), file])),
    categories: new Map(),
    tags: new Map(),
    authors: new Map(),
    losses: createLossList(),
  };
  const seen = new Set<string>();
  for (const file of texts) {
    const content = await file.readText();
    const text = readEach(file.name, () => readText(file, content, site, zone));
    if (!text) continue;
    const { record, media } = text;
    for (const url of media) {
      const given = findFile(url, site);
      if (seen.has(url)) continue;
      seen.add(url);
      yield {
        kind: 'media',
        sourceId: url,
        title: getFileName(url),
        data: { url, path: given?.path ?? null, name: getFileName(url), alt: '' },
      };
    }
    yield record;
  }
  for (const [name, author] of site.authors) yield { kind: 'author', sourceId: name, title: author.name, data: author };
  for (const [slug, title] of site.tags) yield { kind: 'tag', sourceId: slug, title, data: { name: title } };
  for (const [slug, title] of site.categories)
    yield { kind: 'category', sourceId: slug, title, data: { name: title, slug, description: '' } };
  yield { kind: 'site', origin: `${HOST}/${toSlug(name.replace(/\.zip$/i, ''), 'post')}`, losses: site.losses.list() };
}

function readText(
  file: TreeFile,
  content: string,
  site: Site,
  zone: string,
): { record: ImportRecord; media: string[] } {
  const losses = createLossList();
  const lose = (kind: ImportLossKind, detail = '') => losses.add(kind, detail);
  const { head: found, body } = splitFrontMatter(takeText(content, lose));
  if (found === null) lose('front_matter', file.name);
  const head = found ?? {};
  const baseName = getFileName(file.name).replace(MARKDOWN_FILE, '');
  const [, dateInName = '', nameAfterDate = ''] = DATED_NAME.exec(baseName) ?? [];
  const folder = posix.dirname(file.name);
  const isIndex = /^index$/i.test(baseName);
  const name = isIndex ? getFileName(folder) : nameAfterDate || baseName;
  const firstHeading = readFirstHeading(body);
  const title = toPlainLine(
    readTextField(head, 'title') ||
      micromark(firstHeading) ||
      (isIndex ? name : baseName.replace(DATED_NAME, '$2')).replace(/[-_]+/g, ' '),
  );
  const text = firstHeading === '' ? body : body.replace(/^\s*# +.+\n?/, '');
  const media = new Set<string>();
  const resolve = (address: string) => resolveAddress(address, folder);
  const html = toMarkdownHtml(expandTemplates(text, { lose, findNote: (note) => findNote(note, site) }));
  const plain = toPlainHtml(html, {
    base: `https://${HOST}/${folder === '.' ? '' : encodeURI(`${folder}/`)}`,
    lose,
    findMedia: (url) => ({ url: toKnownAddress(url, site) }),
    replaceElement: createCallout,
  });
  for (const url of plain.media) media.add(url);
  const coverAddress = readTextField(
    head,
    'cover',
    'image',
    'featured_image',
    'featuredimage',
    'heroimage',
    'hero',
    'thumbnail',
    'banner',
    'feature_image',
    'header',
  );
  const cover = coverAddress === '' ? null : toKnownAddress(resolve(coverAddress), site);
  const publishedAt = readTime(
    readTextField(head, 'date', 'pubdate', 'publishdate', 'published_at', 'published', 'created') || dateInName,
    zone,
  );
  const isDraft =
    head.draft === true ||
    head.published === false ||
    /(^|\/)_drafts\//.test(file.name) ||
    readTextField(head, 'status') === 'draft';
  const layout = readTextField(head, 'layout', 'type').toLowerCase();
  const isPage =
    layout === 'page' ||
    (layout !== 'post' && publishedAt === null && !POST_FOLDER.test(`${folder}/`) && !usesNotes(body, site));
  const path = toSitePath(file.name, readTextField(head, 'permalink', 'url'), { name, dateInName });
  const aliases = readListField(head, 'aliases', 'redirect_from', 'alias').filter((each) => each.startsWith('/'));
  const shared = {
    slug: readTextField(head, 'slug') || name,
    html: plain.html,
    description: toPlainLine(readTextField(head, 'description', 'excerpt', 'summary', 'subtitle')),
    metaTitle: toPlainLine(readTextField(head, 'meta_title', 'seo_title')),
    metaDescription: toPlainLine(readTextField(head, 'meta_description', 'seo_description')),
    oldPaths: isDraft ? [] : [...new Set([...(path === null ? [] : [path]), ...aliases])],
    linkPaths: [
      path ?? `/${file.name}`,
      `/${file.name}`,
      `/${file.name.replace(MARKDOWN_FILE, '')}`,
      `/${folder}`,
    ].slice(0, isIndex ? 4 : 3),
  };
  const status = isDraft ? ('draft' as const) : ('published' as const);
  const record = isPage
    ? { kind: 'page', data: { ...shared, status, address: path ?? `/${name}` } }
    : {
        kind: 'post',
        data: {
          ...shared,
          status,
          authors: readAuthors(head, site),
          publishedAt,
          updatedAt: readTime(
            readTextField(head, 'updated', 'lastmod', 'updateddate', 'last_modified_at', 'modified'),
            zone,
          ),
          categories: readListField(head, 'categories', 'category').map((category) =>
            addTerm(category, site.categories),
          ),
          tags: readListField(head, 'tags', 'tag', 'keywords').map((tag) => addTerm(tag, site.tags)),
          cover,
        },
      };
  if (cover && !isPage) media.add(cover);
  return {
    record: { ...record, sourceId: file.name, title, losses: losses.list() } as ImportRecord,
    media: [...media],
  };
}

/** The words of a heading at the beginning; '' without one. Number signs at its end are no part of it. */
function readFirstHeading(body: string): string {
  const [, line = ''] = /^\s*# +(.+)/.exec(body) ?? [];
  const words = line.trim();
  return words.replace(/(?<!#)#+$/, '').trimEnd() || words;
}

/** A quote that begins with the name of a kind. */
function createCallout(element: HtmlElement, { convert, createElement }: ElementTools): HtmlNode[] | undefined {
  if (element.tagName !== 'blockquote') return undefined;
  const first = element.childNodes.find((node): node is HtmlElement => 'tagName' in node);
  const kind = first && getAttribute(first, CALLOUT_ATTRIBUTE);
  if (kind === undefined) return undefined;
  const others = element.childNodes.filter((node) => node !== first);
  return [createElement('aside', convert(others), [{ name: 'data-callout', value: kind }])];
}

/** A list, or the one whose name stands there: names have commas of their own. */
function readAuthors(head: FrontMatter, { authors }: Site): string[] {
  const isList = Array.isArray(head.authors) || Array.isArray(head.author);
  const names = isList ? readListField(head, 'authors', 'author') : [readTextField(head, 'author', 'authors')];
  return [...new Set(names)].flatMap((name) => {
    const author = authors.get(name) ?? toAuthor(name);
    if (!author) return [];
    authors.set(name, author);
    return [name];
  });
}

/** Categories and tags are known by their slugs, so that two spellings are one. */
function addTerm(title: string, terms: Map<string, string>): string {
  const slug = toSlug(title, 'category');
  if (!terms.has(slug)) terms.set(slug, toPlainLine(title));
  return slug;
}

/** Notes link to each other by their names. */
const usesNotes = (body: string, { files }: Site): boolean =>
  /\[\[[^[\]\n]+\]\]/.test(body) || [...files.keys()].some((name) => name.startsWith('.obsidian/'));

function findNote(name: string, { byName, files }: Site): { path: string; isImage: boolean; isAudio: boolean } | null {
  const key = name.trim().toLowerCase();
  const candidates = [key, `${key}.md`];
  const file = candidates.map((each) => files.get(each) ?? byName.get(getFileName(each))).find(Boolean);
  if (!file) return null;
  const { name: path } = file;
  return {
    path: `/${encodeURI(path)}`,
    isImage: IMAGE_FILE.test(path),
    isAudio: getFileKind(path) === 'audio',
  };
}

const resolveAddress = (address: string, folder: string): string =>
  URL.parse(address, `https://${HOST}/${folder === '.' ? '' : encodeURI(`${folder}/`)}`)?.href ?? address;

/** The address of the file itself, whichever folder its generator serves. */
function toKnownAddress(url: string, site: Site): string {
  const file = findFile(url, site);
  return file ? `https://${HOST}/${encodeURI(file.name)}` : url;
}

function findFile(url: string, { files }: Site): TreeFile | null {
  const { host, pathname } = URL.parse(url) ?? {};
  if (host !== HOST || pathname === undefined) return null;
  const path = decodeAddressPart(pathname).replace(/^\//, '').toLowerCase();
  const bare = path.replace(/^.*?\/(?=(assets|images|img|static|uploads)\/)/, '');
  for (const name of [
    ...PUBLIC_FOLDERS.map((folder) => folder + path),
    ...PUBLIC_FOLDERS.map((folder) => folder + bare),
  ]) {
    const file = files.get(name);
    if (file) return file;
  }
  return null;
}

/** Where the page was: as it says itself, or as its generator does it. */
function toSitePath(
  file: string,
  permalink: string,
  { name, dateInName }: { name: string; dateInName: string },
): string | null {
  if (permalink.startsWith('/') && !permalink.includes(':')) return permalink;
  if (/(^|\/)_posts\//.test(file) && dateInName)
    return `/${dateInName
      .split('-')
      .map((part) => part.padStart(2, '0'))
      .join('/')}/${name}.html`;
  if (/(^|\/)_/.test(file)) return null;
  const path = file
    .replace(MARKDOWN_FILE, '')
    .replace(/^(src\/)?(content|pages|source|docs)\//i, '')
    .replace(/(^|\/)index$/i, '$1');
  return `/${path}`.replace(/\/?$/, '/');
}

/** A date in words, such as 'May 13, 2024' or 'Mon, 13 May 2024 10:00:00 +0200': without an offset in the zone that was chosen. */
function readWrittenTime(text: string, zone: string): number | null {
  if (!/[a-z]{3}/i.test(text)) return null;
  const hasOffset = /(\b(UTC|GMT|[ECMP][SD]T)|Z|[+-]\d\d:?\d\d)\b\)?$/i.test(text.trim());
  const at = Date.parse(hasOffset ? text : `${text} UTC`);
  if (!Number.isFinite(at)) return null;
  return hasOffset ? at : fromLocalTime(new Date(at).toISOString().slice(0, 19), zone);
}

/** A date, or a date with a time: without an offset of the zone that was chosen. */
function readTime(text: string, zone: string): number | null {
  const [, date, time = '00:00', seconds = ':00', offset = ''] =
    /^(\d{4}-\d{1,2}-\d{1,2})(?:[T ]+(\d{1,2}:\d\d)(:\d\d)?(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (date === undefined) {
    return readWrittenTime(text, zone);
  }
  const day = date
    .split('-')
    .map((part) => part.padStart(2, '0'))
    .join('-');
  const local = `${day}T${time.padStart(5, '0')}${seconds}`;
  const isUtc = /^(Z|UTC)$/i.test(offset);
  const at =
    offset === ''
      ? fromLocalTime(local, zone)
      : Date.parse(`${local}${isUtc ? 'Z' : offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`);
  return Number.isFinite(at) ? at : null;
}
