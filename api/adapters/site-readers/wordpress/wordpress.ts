import { fromLocalTime } from '#api/domain/local-time.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';
import {
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
  type ImportRecord,
  type LossList,
  readDirectly,
  type ReadEach,
  UnreadableImportError,
} from '#api/adapters/site-readers/records.ts';
import { takeText, toAuthor, toPlainLine } from '#api/adapters/site-readers/texts.ts';
import { type Attachment, EMBED_CLASS, toWordPressHtml } from './classic-content.ts';
import { type MenuItem, placeMenus } from './menus.ts';
import { getChild, readWxrElements, type TextSource, type WxrElement } from './wxr-items.ts';
import { decodeAddressPart } from '#api/domain/decode-address.ts';
import { IMAGE_FILE } from '#api/adapters/site-readers/files/file-tree.ts';
import { getFileKind } from '#api/adapters/site-readers/files/file-kinds.ts';

/** Someone without an account; or with one, of which this is the login. */
type Guest = { name: string; bio: string; link: string; login: string };
type Site = {
  url: string;
  /** By login; guests of Co-Authors Plus by their own names. */
  authors: Map<string, ImportedAuthor>;
  guests: Map<string, Guest>;
  /** By nicename. */
  categories: Map<string, { name: string; description: string; parent: string }>;
  /** By nicename: those that texts have. */
  tags: Map<string, string>;
  attachments: Map<string, Attachment & { parent: string }>;
  /** The pages that show an attachment. */
  attachmentPages: Set<string>;
  /** The ids of attachments by the addresses of their originals. */
  idsByUrl: Map<string, string>;
  /** The paths of texts by their ids, for links such as /?p=12. */
  slugs: Map<string, { slug: string; parent: string; title: string }>;
  /** The nicenames of categories by their ids. */
  categoryIds: Map<string, string>;
  /** The names of menus by their nicenames, and what is in them by id. */
  menus: Map<string, string>;
  menuItems: Map<string, MenuItem>;
  losses: LossList;
};

const TEXT_TYPES = new Set(['post', 'page']);
const KNOWN_TYPES = new Set([...TEXT_TYPES, 'attachment', 'nav_menu_item', 'revision', 'guest-author']);
/** What WordPress and its themes keep as entries for themselves. */
const INTERNAL_TYPE = /^(wp_|custom_css|customize_|oembed_|user_request|acf-|_)/;

/**
 * Exports of WordPress (WXR): all files of one site together. They are read twice, because texts name images that stand behind them.
 * @throws UnreadableImportError
 */
export async function* readWordPress(
  sources: readonly TextSource[],
  { zone }: { zone: string },
  readEach: ReadEach = readDirectly,
): AsyncGenerator<ImportRecord> {
  const site = await readSite(sources);
  const placed = placeMenus(site.menus, nameMenuItems(site));
  for (const name of placed?.others ?? site.menus.values()) site.losses.add('menu', name);
  yield { kind: 'site', origin: toOrigin(site.url), losses: site.losses.list() };
  if (placed) yield { kind: 'menu', sourceId: 'menus', title: 'Menus', data: placed.menus };
  for (const [slug, { name, description }] of site.categories)
    yield { kind: 'category', sourceId: slug, title: name, data: { name, slug, description } };
  for (const [slug, name] of site.tags) yield { kind: 'tag', sourceId: slug, title: name, data: { name } };
  for (const [url, id] of site.idsByUrl) yield toMedia(url, site.attachments.get(id));
  const [seen, written] = [new Set(site.idsByUrl.keys()), new Set<string>()];
  for (const source of sources)
    for await (const element of readWxrElements(source)) {
      if (element.name !== 'item') continue;
      const text = readEach(getChild(element, 'title'), () => readText(element, site, zone));
      if (!text) continue;
      for (const url of text.media) {
        if (seen.has(url)) continue;
        seen.add(url);
        yield toMedia(url, undefined);
      }
      yield text.record;
      for (const id of text.authors) written.add(id);
    }
  for (const id of written) {
    const author = site.authors.get(id);
    if (author) yield { kind: 'author', sourceId: id, title: author.name, data: author };
  }
}

const toOrigin = (url: string): string => {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return host + pathname.replace(/(?<!\/)\/+$/, '');
};

const toMedia = (url: string, attachment: Attachment | undefined): ImportRecord => {
  const name =
    decodeAddressPart(URL.parse(url)?.pathname ?? url)
      .split('/')
      .at(-1) ?? '';
  return { kind: 'media', sourceId: url, title: name, data: { url, path: null, name, alt: attachment?.alt ?? '' } };
};

async function readSite(sources: readonly TextSource[]): Promise<Site> {
  const losses = createLossList();
  const site: Site = {
    url: '',
    authors: new Map(),
    guests: new Map(),
    categories: new Map(),
    tags: new Map(),
    attachments: new Map(),
    attachmentPages: new Set(),
    idsByUrl: new Map(),
    slugs: new Map(),
    categoryIds: new Map(),
    menus: new Map(),
    menuItems: new Map(),
    losses,
  };
  let isExport = false;
  for (const source of sources)
    for await (const element of readWxrElements(source)) {
      if (element.name.startsWith('wp:')) isExport = true;
      readSiteElement(element, site);
    }
  if (!isExport) {
    const message = `‘${sources[0]?.name ?? ''}’ is a feed, not a WordPress export. In WordPress, go to Tools, Export.`;
    throw new UnreadableImportError(message);
  }
  for (const { parent } of site.categories.values()) if (parent) losses.add('nested_category');
  return site;
}

function readSiteElement(element: WxrElement, site: Site): void {
  if (element.name === 'wp:base_blog_url' || (element.name === 'link' && site.url === ''))
    site.url = element.text.trim();
  else if (element.name === 'wp:author') {
    const login = getChild(element, 'wp:author_login');
    addAuthor(site, login, getChild(element, 'wp:author_display_name') || login);
  } else if (element.name === 'wp:category') {
    site.categoryIds.set(getChild(element, 'wp:term_id'), getChild(element, 'wp:category_nicename'));
    site.categories.set(getChild(element, 'wp:category_nicename'), {
      name: toPlainLine(getChild(element, 'wp:cat_name')) || getChild(element, 'wp:category_nicename'),
      description: toPlainLine(getChild(element, 'wp:category_description')),
      parent: getChild(element, 'wp:category_parent'),
    });
  } else if (element.name === 'wp:term' && getChild(element, 'wp:term_taxonomy') === 'nav_menu')
    site.menus.set(getChild(element, 'wp:term_slug'), toPlainLine(getChild(element, 'wp:term_name')));
  else if (element.name === 'item') readSiteItem(element, site);
}

function addAuthor({ authors }: Site, id: string, ...facts: Parameters<typeof toAuthor>): void {
  const author = toAuthor(...facts);
  if (author && id !== '') authors.set(id, author);
}

function readSiteItem(item: WxrElement, site: Site): void {
  const { attachments, attachmentPages, idsByUrl, slugs, categories, tags, losses } = site;
  const type = getChild(item, 'wp:post_type');
  const id = getChild(item, 'wp:post_id');
  const comments = item.children.filter(({ name }) => name === 'wp:comment').length;
  if (comments > 0) losses.add('comments', '', comments);
  if (type === 'attachment') {
    const url = toCanonical(getChild(item, 'wp:attachment_url'));
    if (!IMAGE_FILE.test(url) && getFileKind(url) === null) {
      losses.add('file', url);
      return;
    }
    attachments.set(id, {
      url,
      alt: getMeta(item, '_wp_attachment_image_alt'),
      title: toPlainLine(getChild(item, 'title')),
      caption: toPlainLine(getChild(item, 'excerpt:encoded')),
      parent: getChild(item, 'wp:post_parent'),
    });
    idsByUrl.set(url, id);
    attachmentPages.add(getChild(item, 'link'));
  } else if (TEXT_TYPES.has(type)) {
    slugs.set(id, {
      slug: getChild(item, 'wp:post_name'),
      parent: getChild(item, 'wp:post_parent'),
      title: toPlainLine(getChild(item, 'title')),
    });
    for (const { name, attributes, text } of item.children) {
      const slug = attributes.nicename ?? '';
      const isNewCategory = name === 'category' && attributes.domain === 'category' && slug && !categories.has(slug);
      if (name === 'category' && attributes.domain === 'post_tag' && slug) tags.set(slug, toPlainLine(text) || slug);
      if (isNewCategory) categories.set(slug, { name: toPlainLine(text) || slug, description: '', parent: '' });
    }
  } else if (type === 'guest-author')
    site.guests.set(toGuestName(getChild(item, 'wp:post_name')), {
      name: getMeta(item, 'cap-display_name') || getChild(item, 'title'),
      bio: getMeta(item, 'cap-description'),
      link: getMeta(item, 'cap-website'),
      login: getMeta(item, 'cap-linked_account'),
    });
  else if (type === 'nav_menu_item') addMenuItem(item, id, site);
  else if (!KNOWN_TYPES.has(type) && !INTERNAL_TYPE.test(type)) losses.add('custom_type', type);
}

/** What an entry leads to is a text, a category or an address; its label may be that of what it leads to. */
function addMenuItem(item: WxrElement, id: string, { menuItems, url }: Site): void {
  const menu = listTerms(item, 'nav_menu')[0];
  if (menu === undefined || getChild(item, 'wp:status') !== 'publish') return;
  const target = getMeta(item, '_menu_item_object_id');
  const kind = getMeta(item, '_menu_item_type');
  const address = getMeta(item, '_menu_item_url');
  const hrefs: Record<string, string> = {
    post_type: `${url}/?p=${target}`,
    taxonomy: getMeta(item, '_menu_item_object') === 'category' ? `category:${target}` : '',
    custom: address === '#' ? '' : (URL.parse(address, url)?.href ?? ''),
  };
  menuItems.set(id, {
    menu,
    parent: getMeta(item, '_menu_item_menu_item_parent'),
    order: Number(getChild(item, 'wp:menu_order')) || 0,
    label: toPlainLine(getChild(item, 'title')),
    href: hrefs[kind] ?? '',
    links: [],
  });
}

/** Categories and titles may stand behind the menus. */
function nameMenuItems({ url, menuItems, slugs, categoryIds, categories }: Site): Map<string, MenuItem> {
  return new Map(
    [...menuItems].map(([id, item]) => {
      const [, term] = /^category:(.*)$/.exec(item.href) ?? [];
      const [, text] = /\/\?p=(\d+)$/.exec(item.href) ?? [];
      const slug = term === undefined ? undefined : categoryIds.get(term);
      const name = slug === undefined ? slugs.get(text ?? '')?.title : categories.get(slug)?.name;
      const place = slug === undefined ? '' : `${url}/category/${slug}`;
      return [id, { ...item, href: term === undefined ? item.href : place, label: item.label || name || '' }];
    }),
  );
}

/** Without what distinguishes addresses of one file: the protocol, and what a cache appends. */
const toCanonical = (url: string): string =>
  url
    .trim()
    .replace(/^http:/, 'https:')
    .replace(/[?#].*$/s, '');

const getMeta = (item: WxrElement, key: string): string => {
  const meta = item.children.find(({ name, children }) => {
    const named = children.find((child) => child.name === 'wp:meta_key');
    return name === 'wp:postmeta' && named?.text.trim() === key;
  });
  return meta ? getChild(meta, 'wp:meta_value') : '';
};

type ReadText = { record: ImportRecord; media: string[]; authors: string[] };

function readText(item: WxrElement, site: Site, zone: string): ReadText | null {
  const type = getChild(item, 'wp:post_type');
  const status = getChild(item, 'wp:status');
  if (!TEXT_TYPES.has(type) || status === 'auto-draft' || status === 'inherit') return null;
  const isPage = type === 'page';
  const losses = createLossList();
  if (isPage && status === 'trash') return null;
  const sourceId = getChild(item, 'wp:post_id');
  const title = toPlainLine(getChild(item, 'title'));
  const lose = (kind: ImportLossKind, detail = '') => losses.add(kind, detail);
  const given = item.children.find(({ name }) => name === 'content:encoded')?.text ?? '';
  const content = toWordPressHtml(takeText(given, lose), {
    lose,
    findAttachments: (ids) => listAttachments(site, sourceId, ids),
  });
  const plain = toPlainHtml(content, {
    base: site.url,
    lose,
    findMedia: (url) => findMedia(site, url),
    replaceElement: (element, tools) => {
      // The image has no page of its own here: it is shown in full.
      const isPageLink = element.tagName === 'a' && site.attachmentPages.has(getAttribute(element, 'href') ?? '');
      if (isPageLink) return tools.convert(element.childNodes);
      if (hasClass(element, 'wp-block-button')) return createButton(element, tools);
      if (hasClass(element, 'wp-block-file')) return createFile(element, tools);
      if (!hasClass(element, EMBED_CLASS)) return undefined;
      const address = getText(element.childNodes).trim();
      if (!/^https?:\/\/\S+$/.test(address)) return undefined;
      return getFileKind(address) === null ? [tools.createEmbed(address)] : tools.createFile(address);
    },
  });
  const cover = site.attachments.get(getMeta(item, '_thumbnail_id'))?.url ?? null;
  const slug = decodeAddressPart(getChild(item, 'wp:post_name'));
  const path = URL.parse(getChild(item, 'link'));
  const isPublic = status === 'publish' || status === 'future';
  const dates = readDates(item, zone);
  const text = {
    slug,
    html: plain.html,
    description: toPlainLine(getChild(item, 'excerpt:encoded')) || getSearchDescription(item),
    metaTitle: getSearchTitle(item),
    metaDescription: getSearchDescription(item),
    oldPaths: path && isPublic ? [path.pathname.replace(/^\/+/, '/') + path.search] : [],
  };
  addTextLosses(item, { status, isPage }, losses);
  const isHidden = getChild(item, 'wp:post_password') !== '';
  const authors = isPage ? [] : listAuthors(item, site);
  const record = isPage
    ? {
        kind: 'page' as const,
        data: {
          ...text,
          status: status === 'publish' && !isHidden ? ('published' as const) : ('draft' as const),
          address: getPagePath(site, sourceId),
        },
      }
    : {
        kind: 'post' as const,
        data: {
          ...text,
          ...dates,
          authors,
          status: isPublic && !isHidden ? ('published' as const) : toHiddenStatus(status),
          categories: listTerms(item, 'category'),
          tags: listTerms(item, 'post_tag'),
          cover,
        },
      };
  return { record: { ...record, sourceId, title, losses: losses.list() } as ImportRecord, media: plain.media, authors };
}

const toGuestName = (slug: string): string => slug.replace(/^cap-/, '');

/** Its authors: one; or several, as Co-Authors Plus has them, of whom that of WordPress itself is the first. */
function listAuthors(item: WxrElement, site: Site): string[] {
  const creator = getChild(item, 'dc:creator');
  if (!site.authors.has(creator)) addAuthor(site, creator, creator);
  const others = item.children.flatMap(({ name, attributes, text }) =>
    name === 'category' && attributes.domain === 'author' && attributes.nicename
      ? [findAuthor(toGuestName(attributes.nicename), text.trim(), site)]
      : [],
  );
  const ids = others.length === 0 || others.includes(creator) ? [creator, ...others] : others;
  return [...new Set(ids)].filter((id) => site.authors.has(id));
}

/** The account with this name, or else the guest. */
function findAuthor(name: string, title: string, site: Site): string {
  const guest = site.guests.get(name);
  const login = [guest?.login ?? '', title, name].find((each) => site.authors.has(each));
  if (login !== undefined) return login;
  const id = `guest:${name}`;
  if (!site.authors.has(id))
    addAuthor(site, id, guest?.name || title || name, {
      bio: guest?.bio ?? '',
      links: guest?.link ? [guest.link] : [],
    });
  return id;
}

const findLink = (element: HtmlElement): HtmlElement | undefined =>
  element.childNodes.find((node): node is HtmlElement => 'tagName' in node && node.tagName === 'a');

/** Beside the link with its name stand a preview and a button. */
function createFile(element: HtmlElement, tools: ElementTools): HtmlNode[] | undefined {
  const link = findLink(element);
  return link && tools.createFile(getAttribute(link, 'href'), getText(link.childNodes));
}

function createButton(element: HtmlElement, { createElement, createLink }: ElementTools): HtmlNode[] | undefined {
  const link = findLink(element);
  const href = link && getAttribute(link, 'href');
  if (!link || !href) return undefined;
  const look = hasClass(element, 'is-style-outline') ? 'quiet-button' : 'button';
  return [createElement('p', [createLink(href, getText([link]))], [{ name: 'data-block', value: look }])];
}

const listTerms = (item: WxrElement, domain: string): string[] =>
  item.children.flatMap(({ name, attributes }) =>
    name === 'category' && attributes.domain === domain && attributes.nicename ? [attributes.nicename] : [],
  );

const toHiddenStatus = (status: string) => (status === 'trash' ? ('trash' as const) : ('draft' as const));

function addTextLosses(item: WxrElement, { status, isPage }: { status: string; isPage: boolean }, losses: LossList) {
  if (getChild(item, 'wp:post_password')) losses.add('password');
  if (status === 'private') losses.add('private');
  if (status === 'pending') losses.add('pending');
  if (getChild(item, 'wp:is_sticky') === '1') losses.add('featured');
  const format = item.children.find(
    ({ name, attributes }) => name === 'category' && attributes.domain === 'post_format',
  );
  if (format && !isPage) losses.add('post_format', toPlainLine(format.text));
  const title = getMeta(item, '_yoast_wpseo_title') || getMeta(item, 'rank_math_title');
  if (title && (isPage || getSearchTitle(item) === '')) losses.add('search_title', title);
}

/** One that a program puts together, of `%%title%%` and others, is the title of the post. */
function getSearchTitle(item: WxrElement): string {
  const title = getMeta(item, '_yoast_wpseo_title') || getMeta(item, 'rank_math_title');
  return title.includes('%') ? '' : toPlainLine(title);
}

const getSearchDescription = (item: WxrElement): string =>
  toPlainLine(getMeta(item, '_yoast_wpseo_metadesc') || getMeta(item, 'rank_math_description'));

function listAttachments({ attachments }: Site, parent: string, ids: readonly string[] | null): Attachment[] {
  if (ids) return ids.flatMap((id) => attachments.get(id) ?? []);
  return [...attachments.values()].filter((attachment) => attachment.parent === parent);
}

/** A smaller version of an image, such as tea-300x200.jpg, is the image itself. */
function findMedia({ attachments, idsByUrl }: Site, url: string): { url: string; alt: string; title: string } {
  const address = toCanonical(url);
  const candidates = [
    address,
    address.replace(/-\d+x\d+(?=\.\w+$)/, ''),
    address.replace(/-scaled(?=\.\w+$)/, ''),
    address.replace(/(-\d+x\d+)?(?=\.\w+$)/, '-scaled'),
  ];
  const known = candidates.find((candidate) => idsByUrl.has(candidate));
  const { alt = '', title = '' } = attachments.get(idsByUrl.get(known ?? '') ?? '') ?? {};
  return { url: known ?? address, alt, title };
}

/** UTC where the file says it, otherwise the time of the site: drafts have only that. */
function readDates(item: WxrElement, zone: string) {
  const read = (name: string): number | null => {
    const parse = (text: string, timeZone: string) => {
      if (!/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
      const at = fromLocalTime(text.replace(' ', 'T'), timeZone);
      return Number.isNaN(at) ? null : at;
    };
    return parse(getChild(item, `${name}_gmt`), 'UTC') ?? parse(getChild(item, name), zone);
  };
  return { publishedAt: read('wp:post_date'), updatedAt: read('wp:post_modified') };
}

/** The slugs of a page and of those above it. */
function getPagePath({ slugs }: Site, id: string): string {
  const parts: string[] = [];
  let at = slugs.get(id);
  for (let depth = 0; at && depth < 10; depth += 1) {
    parts.unshift(decodeAddressPart(at.slug));
    at = slugs.get(at.parent);
  }
  return `/${parts.filter(Boolean).join('/')}`;
}
