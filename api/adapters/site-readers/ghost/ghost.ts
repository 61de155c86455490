import type { ImportLossKind } from '#api/domain/imports.ts';
import { getFileName, type TreeFile } from '#api/adapters/site-readers/files/file-tree.ts';
import {
  createText,
  type ElementTools,
  getAttribute,
  getText,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  toPlainHtml,
} from '#api/adapters/site-readers/plain-html.ts';
import {
  createLossList,
  type ImportedAuthor,
  type ImportedLink,
  type ImportRecord,
  type Loss,
  readDirectly,
  type ReadEach,
  UnreadableImportError,
} from '#api/adapters/site-readers/records.ts';
import type { Lose } from './cards.ts';
import { toLexicalHtml } from './lexical.ts';
import { readTableRows } from './table-rows.ts';
import { toMobiledocHtml } from './mobiledoc.ts';
import { toMarkdownHtml } from '#api/adapters/site-readers/markdown-html.ts';
import { takeText, toAuthor, toPlainLine } from '#api/adapters/site-readers/texts.ts';
import { decodeAddressPart } from '#api/domain/decode-address.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tables of another program, of which every column may be missing
type Row = Record<string, any>;
/** All that is read at once: posts, which may be larger than the memory, are read one by one. */
const SMALL_TABLES = ['tags', 'posts_tags', 'posts_meta', 'posts_authors', 'users', 'settings', 'members'] as const;
type Tables = Record<(typeof SMALL_TABLES)[number], Row[]>;

const WRONG =
  'This isn’t a Ghost export. In Ghost, go to Settings, Labs (or Advanced, Import/Export), and export your content.';
const PLACEHOLDER = /__GHOST_URL__/g;

/** An export of Ghost: its JSON file, alone or in a zip with the images and files. @throws UnreadableImportError */
export async function* readGhost(
  files: readonly TreeFile[],
  readEach: ReadEach = readDirectly,
): AsyncGenerator<ImportRecord> {
  const { file, tables } = await readTables(files);
  const given = new Map(files.map(({ name, path }) => [toMediaKey(name), path]));
  const site = readSite(tables);
  yield { kind: 'site', origin: site.origin, losses: site.losses };
  if (site.menus) yield { kind: 'menu', sourceId: 'menus', title: 'Menus', data: site.menus };
  const used = site.categoriesByPost;
  for (const tag of site.tags.values())
    if (site.mainTags.has(String(tag.id)))
      yield {
        kind: 'category',
        sourceId: String(tag.id),
        title: toPlainLine(String(tag.name ?? tag.slug ?? '')),
        data: {
          name: String(tag.name ?? ''),
          slug: String(tag.slug ?? ''),
          description: toPlainLine(String(tag.description ?? '')),
        },
      };
  for (const id of site.otherTags) {
    const name = toPlainLine(String(site.tags.get(id)?.name ?? ''));
    yield { kind: 'tag', sourceId: id, title: name, data: { name } };
  }
  const [seen, written] = [new Set<string>(), new Set<string>()];
  /** The ids of texts: in files that were put together by hand two may have one. */
  const named = new Set<string>();
  const readMedia = function* (media: readonly { url: string; alt: string }[]): Generator<ImportRecord> {
    for (const { url, alt } of media) {
      if (seen.has(url)) continue;
      seen.add(url);
      const path = given.get(toMediaKey(URL.parse(url)?.pathname ?? url)) ?? null;
      const name = getFileName(URL.parse(url)?.pathname ?? url);
      yield { kind: 'media', sourceId: url, title: name, data: { url, path, name, alt } };
    }
  };
  for await (const { json } of readTableRows(file.open(), { isWanted: (name) => name === 'posts' })) {
    const post = JSON.parse(json) as Row;
    const text = readEach(String(post.title ?? ''), () => readText(post, site, used));
    if (!text) continue;
    yield* readMedia(text.media);
    yield named.has(text.record.sourceId)
      ? { ...text.record, sourceId: `${text.record.sourceId}:${text.record.data.slug}` }
      : text.record;
    named.add(text.record.sourceId);
    for (const id of text.authors) written.add(id);
  }
  // Users of the back office who have written nothing are no authors.
  for (const id of written) {
    const author = site.authors.get(id);
    if (author?.image) yield* readMedia([{ url: author.image, alt: '' }]);
    if (author) yield { kind: 'author', sourceId: id, title: author.name, data: author };
  }
}

/** Sizes that Ghost makes of an image are the image itself. */
const toMediaKey = (path: string): string =>
  decodeAddressPart(path)
    .replace(/^.*?content\/(?=(images|media|files)\/)/, '')
    .replace(/^images\/(size\/w\d+(h\d+)?\/)?(format\/\w+\/)?/, 'images/')
    .toLowerCase();

/** The first file with posts, and its other tables. @throws UnreadableImportError */
async function readTables(files: readonly TreeFile[]): Promise<{ file: TreeFile; tables: Tables }> {
  for (const file of files.filter(({ name }) => /\.json$/i.test(name))) {
    const tables = await readSmallTables(file).catch((error: unknown) => {
      if (error instanceof SyntaxError) return null;
      throw error;
    });
    if (tables) return { file, tables };
  }
  throw new UnreadableImportError(WRONG);
}

/** Null for a file without posts. Posts are parsed, too: one that is damaged is found before anything comes in. @throws SyntaxError */
async function readSmallTables(file: TreeFile): Promise<Tables | null> {
  const tables = Object.fromEntries(SMALL_TABLES.map((name) => [name, [] as Row[]])) as Tables;
  let hasPosts = false;
  const rows = readTableRows(file.open(), {
    isWanted: (name) => name === 'posts' || Object.hasOwn(tables, name),
    onTable: (name) => {
      hasPosts ||= name === 'posts';
    },
  });
  for await (const { table, json } of rows) {
    const row = JSON.parse(json) as Row;
    // Members are only counted.
    if (table !== 'posts') tables[table as keyof Tables].push(table === 'members' ? {} : row);
  }
  return hasPosts ? tables : null;
}

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row);

function parseJson(text: string): Row | null {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as Row;
  } catch {
    return null;
  }
}

const byId = (rows: Row[]): Map<string, Row> => new Map(rows.map((row) => [String(row.id), row]));

function readSite(tables: Tables) {
  const losses = createLossList();
  const setting = (key: string) => String(tables.settings.find((row) => row.key === key)?.value ?? '');
  const url = (setting('url') || 'https://ghost.invalid').replace(/(?<!\/)\/+$/, '');
  const [tags, meta] = [byId(tables.tags), new Map<string, Row>()];
  for (const row of tables.posts_meta) meta.set(String(row.post_id), row);
  const categoriesByPost = new Map<string, string[]>();
  const rows = [...tables.posts_tags].sort((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0));
  for (const { post_id: post, tag_id: tag } of rows) {
    const isInternal = String(tags.get(String(tag))?.name ?? '#').startsWith('#');
    if (!isInternal) categoriesByPost.set(String(post), [...(categoriesByPost.get(String(post)) ?? []), String(tag)]);
  }
  // The first tag of a post is what its theme shows: these become categories.
  const mainTags = new Set([...categoriesByPost.values()].flatMap(([first]) => (first === undefined ? [] : [first])));
  const others = new Set([...categoriesByPost.values()].flatMap((list) => list.filter((tag) => !mainTags.has(tag))));
  const members = tables.members.length;
  if (members > 0) losses.add('members', '', members);
  if (setting('codeinjection_head') || setting('codeinjection_foot')) losses.add('code_injection', 'The whole site');
  const [header, line] = [readLinks(setting('navigation'), url), readLinks(setting('secondary_navigation'), url)];
  const authors = readAuthors(tables, url);
  const authorsByPost = new Map<string, string[]>();
  const links = [...tables.posts_authors].sort((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0));
  for (const { post_id: post, author_id: author } of links) {
    const named = authorsByPost.get(String(post)) ?? [];
    if (authors.has(String(author))) authorsByPost.set(String(post), [...new Set([...named, String(author)])]);
  }
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return {
    url,
    origin: host + pathname.replace(/(?<!\/)\/+$/, ''),
    tags,
    meta,
    authors,
    authorsByPost,
    mainTags,
    otherTags: others,
    categoriesByPost,
    menus: header.length + line.length > 0 ? { header, columns: [], line } : null,
    losses: losses.list(),
  };
}
type Site = ReturnType<typeof readSite>;

function readAuthors(tables: Tables, site: string): Map<string, ImportedAuthor> {
  const toUrl = (address: unknown) => String(address ?? '').replace(PLACEHOLDER, site);
  return new Map(
    tables.users.flatMap(({ id, name, slug, bio, website, profile_image: image, image: oldImage }) => {
      const author = toAuthor(String(name ?? ''), {
        slug: String(slug ?? ''),
        bio: String(bio ?? ''),
        links: website ? [toUrl(website)] : [],
        image: toImageAddress(image || oldImage, site),
      });
      return author ? [[String(id), author]] : [];
    }),
  );
}

function readLinks(json: string, base: string): ImportedLink[] {
  const rows: unknown = parseJson(json);
  return (Array.isArray(rows) ? rows.filter(isRow) : []).flatMap(({ label, url }) => {
    const href = URL.parse(String(url ?? '').replace(PLACEHOLDER, base), base)?.href ?? '';
    return href === '' ? [] : [{ label: toPlainLine(String(label ?? '')), href, links: [] }];
  });
}

/** ISO 8601, or milliseconds in old versions. */
function readTime(value: unknown): number | null {
  const at =
    typeof value === 'number'
      ? value
      : Date.parse(String(value ?? '').replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z'));
  return Number.isFinite(at) && at > 0 ? at : null;
}

function readText(post: Row, site: Site, categoriesByPost: Map<string, string[]>) {
  const id = String(post.id);
  const losses = createLossList();
  const lose = (kind: ImportLossKind, detail = '') => losses.add(kind, detail);
  const toUrl = (text: unknown) => String(text ?? '').replace(PLACEHOLDER, site.url);
  const plain = toPlainHtml(toUrl(takeText(readHtml(post, lose), lose)), {
    base: `${site.url}/`,
    lose,
    findMedia: (url) => ({ url: toOriginal(url) }),
    replaceElement: (element, tools) => replaceCard(element, tools),
  });
  const meta = site.meta.get(id) ?? post;
  const isPage = post.type === 'page' || post.page === 1 || post.page === true;
  const isPublic = ['published', 'scheduled'].includes(String(post.status));
  const isPaid = post.visibility !== undefined && post.visibility !== null && post.visibility !== 'public';
  if (isPaid && isPublic) lose('paid');
  if (post.featured === 1 || post.featured === true) lose('featured');
  if (post.codeinjection_head || post.codeinjection_foot) lose('code_injection');
  if (meta.meta_title && isPage) lose('search_title', String(meta.meta_title));
  // Versions before 1.0 call it the image.
  const cover = toImageAddress(post.feature_image || post.image, site.url);
  const slug = String(post.slug ?? '');
  const text = {
    slug,
    html: plain.html,
    description: toPlainLine(String(post.custom_excerpt ?? meta.meta_description ?? '')),
    metaTitle: toPlainLine(String(meta.meta_title ?? '')),
    metaDescription: toPlainLine(String(meta.meta_description ?? '')),
    oldPaths: isPublic && slug ? [`/${slug}/`] : [],
    linkPaths: slug ? [`/${slug}`] : [],
  };
  const status = isPublic && !isPaid ? ('published' as const) : ('draft' as const);
  const title = toPlainLine(String(post.title ?? '')).replace(/^\(Untitled\)$/i, '');
  const author = String(post.author_id ?? '');
  const authors = site.authorsByPost.get(id) ?? (site.authors.has(author) ? [author] : []);
  const data = isPage
    ? { ...text, status, address: `/${slug}` }
    : {
        ...text,
        status,
        authors,
        publishedAt: readTime(post.published_at) ?? (isPublic ? readTime(post.created_at) : null),
        updatedAt: readTime(post.updated_at) ?? readTime(post.created_at),
        categories: (categoriesByPost.get(id) ?? []).filter((tag) => site.mainTags.has(tag)),
        tags: (categoriesByPost.get(id) ?? []).filter((tag) => site.otherTags.has(tag)),
        cover,
      };
  const alt = toPlainLine(String(meta.feature_image_alt ?? ''));
  const media = [...(cover && !isPage ? [{ url: cover, alt }] : []), ...plain.media.map((url) => ({ url, alt: '' }))];
  const record = {
    kind: isPage ? 'page' : 'post',
    sourceId: id,
    title,
    data,
    losses: losses.list() as Loss[],
  } as Extract<ImportRecord, { kind: 'post' | 'page' }>;
  return { record, media, authors: isPage ? [] : authors };
}

/** As the site showed it; else, as of a draft that was never shown, what the editors keep, the newest first. */
function readHtml({ html, lexical, mobiledoc, markdown }: Row, lose: Lose): string {
  if (html) return String(html);
  if (lexical) return toLexicalHtml(takeText(String(lexical), lose) || '{}', lose);
  if (mobiledoc) return toMobiledocHtml(takeText(String(mobiledoc), lose) || '{}', lose);
  return markdown ? toMarkdownHtml(takeText(String(markdown), lose)) : '';
}

function toImageAddress(address: unknown, site: string): string | null {
  const url = address ? URL.parse(String(address).replace(PLACEHOLDER, site), `${site}/`) : null;
  return url && /^https?:$/.test(url.protocol) ? toOriginal(url.href) : null;
}

const toOriginal = (url: string): string =>
  url.replace(/(\/content\/images\/)size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/, '$1').replace(/[?#].*$/s, '');

type Tools = ElementTools;

/** The cards of Ghost’s editor: what has a plain form is that, all else its text or link, which is named. */
function replaceCard(element: HtmlElement, tools: Tools): HtmlNode[] | undefined {
  const { lose, convert, createElement, createLink } = tools;
  const find = (name: string) => findByClass(element, name);
  if (hasClass(element, 'kg-bookmark-card')) return createBookmark(element, tools);
  if (hasClass(element, 'kg-callout-card')) {
    const text = find('kg-callout-text');
    const kind = [{ name: 'data-callout', value: 'note' }];
    return text ? [createElement('aside', [createElement('p', convert(text.childNodes))], kind)] : [];
  }
  if (hasClass(element, 'kg-button-card')) {
    const link = find('kg-btn');
    const href = link && getAttribute(link, 'href');
    const button = [{ name: 'data-block', value: 'button' }];
    return href ? [createElement('p', [createLink(href, getText([link]))], button)] : [];
  }
  if (hasClass(element, 'kg-toggle-card')) {
    const [heading, content] = [find('kg-toggle-heading-text'), find('kg-toggle-content')];
    return [
      createElement('details', [
        createElement('summary', heading ? convert(heading.childNodes) : []),
        ...(content ? convert([content]) : []),
      ]),
    ];
  }
  if (hasClass(element, 'kg-gallery-card')) return createGallery(element, tools);
  if (hasClass(element, 'kg-signup-card')) {
    lose('signup');
    return [];
  }
  if (hasClass(element, 'kg-product-card')) {
    lose('product', getText([element]).trim().slice(0, 80));
    return undefined;
  }
  if (hasClass(element, 'kg-audio-card')) {
    const [player] = listElements(element, 'audio');
    return tools.createFile(player && getAttribute(player, 'src'), getLine(element, 'kg-audio-title'));
  }
  if (hasClass(element, 'kg-video-card')) return createVideo(element, tools);
  if (hasClass(element, 'kg-file-card')) {
    const link = find('kg-file-card-container');
    const title = getLine(element, 'kg-file-card-title') || getLine(element, 'kg-file-card-filename');
    const words = getLine(element, 'kg-file-card-caption');
    const card = tools.createFile(link ? getAttribute(link, 'href') : undefined, title);
    return words ? [...card, createElement('p', [createText(words)])] : card;
  }
  return undefined;
}

/** Without the buttons that Ghost draws over it. */
function createVideo(element: HtmlElement, { convert, createElement, createFile }: Tools): HtmlNode[] {
  const [player] = listElements(element, 'video');
  const video = createFile(player && getAttribute(player, 'src'));
  const [caption] = listElements(element, 'figcaption');
  const words = caption ? [createElement('figcaption', convert(caption.childNodes))] : [];
  return video.some((node) => isElement(node) && node.tagName === 'video')
    ? [createElement('figure', [...video, ...words])]
    : [...video, ...(caption ? [createElement('p', convert(caption.childNodes))] : [])];
}

function getLine(element: HtmlElement, name: string): string {
  const found = findByClass(element, name);
  return found ? toPlainLine(getText([found])) : '';
}

function createBookmark(element: HtmlElement, { createElement, createLink, addImage }: Tools): HtmlNode[] {
  const find = (name: string) => findByClass(element, name);
  const href = getAttribute(find('kg-bookmark-container') ?? element, 'href');
  if (!href) return [];
  const [thumbnail] = listElements(find('kg-bookmark-thumbnail') ?? createElement('div', []), 'img');
  const image = addImage(thumbnail && getAttribute(thumbnail, 'src'));
  const [description, site] = [
    getLine(element, 'kg-bookmark-description'),
    getLine(element, 'kg-bookmark-publisher') || getLine(element, 'kg-bookmark-author'),
  ];
  const children = [
    createLink(href, getLine(element, 'kg-bookmark-title')),
    ...(description ? [createElement('br', []), createText(description)] : []),
    ...(site ? [createElement('br', []), createElement('em', [createText(site)])] : []),
  ];
  const attributes = [{ name: 'data-block', value: 'bookmark' }];
  if (image) attributes.push({ name: 'data-image', value: image });
  return [createElement('p', children, attributes)];
}

/** Images side by side, with what stands below them. */
function createGallery(element: HtmlElement, { convert, createElement, createImage }: Tools): HtmlNode[] {
  const images = listElements(element, 'img').flatMap(createImage);
  const caption = element.childNodes.find((node) => isElement(node) && node.tagName === 'figcaption');
  const words = caption && isElement(caption) ? [createElement('figcaption', convert(caption.childNodes))] : [];
  const layout = images.length > 1 ? [{ name: 'data-layout', value: 'gallery' }] : [];
  return images.length === 0 ? [] : [createElement('figure', [...images, ...words], layout)];
}

const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;

function findByClass(element: HtmlElement, name: string): HtmlElement | null {
  if (hasClass(element, name)) return element;
  for (const child of element.childNodes) {
    const found = isElement(child) ? findByClass(child, name) : null;
    if (found) return found;
  }
  return null;
}

const listElements = (element: HtmlElement, name: string): HtmlElement[] =>
  element.childNodes.flatMap((child) => {
    if (!isElement(child)) return [];
    return child.tagName === name ? [child] : listElements(child, name);
  });
