import { region } from '#api/domain/region.ts';
import { Feed, type Item } from 'feed';
import { getSite } from '#src/lib/site.ts';
import { escapeXml, replaceForbiddenCharacters } from '#src/lib/xml.ts';

/** What a feed lists: plain texts, and `content` as sanitised HTML. */
export type FeedEntry = {
  path: string;
  title: string;
  description: string;
  content: string;
  author_name: string;
  /** Empty, or left out: only `author_name` is known. */
  authors?: readonly { name: string }[];
  categories: readonly { name: string }[];
  published_at: string;
  updated_at: string;
};

export type FeedChannel = {
  title: string;
  description: string;
  /** What names the channel, and its page. */
  id: string;
  path: string;
  feeds: { rss: string; atom?: string; json?: string };
  /** Left out where the entries have different owners. */
  copyright?: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
};

/**
 * Noncharacters, which no text contains after `replaceForbiddenCharacters`, replace what the library would write wrongly: it
 * escapes no '<' in attributes, unescapes '&amp;' in text, and splits only the first ']]>' of a CDATA section.
 */
const AMPERSAND = '\ufdd0';
const LESS_THAN = '\ufdd1';
const CDATA_SPLIT = '\ufdd2';

const toText = (text: string) => text.replaceAll('&', AMPERSAND).replaceAll('<', LESS_THAN);
const toCdata = (text: string) => text.replaceAll(']]>', `]]${CDATA_SPLIT}>`);
const finish = (xml: string) =>
  xml.replaceAll(AMPERSAND, '&amp;').replaceAll(LESS_THAN, '&lt;').replaceAll(CDATA_SPLIT, ']]><![CDATA[');

/** A channel as RSS. Its descriptions are HTML; its authors are addresses, so names have their own element. */
export function renderRssChannel(channel: FeedChannel, site: URL): string {
  const toItem = (entry: FeedEntry) => ({
    title: toCdata(entry.title),
    description: escapeXml(entry.description),
    // The library declares the prefix of dc:creator only when an item has content.
    content: toCdata(absolutizeLinks(entry.content, site)) || '<p></p>',
    category: entry.categories.map(({ name }) => ({ name: toText(name) })),
    extensions: [{ name: 'dc:creator', objects: toCreators(entry) }],
  });
  return finish(createFeed(channel, site, toItem).rss2());
}

/** A channel as Atom, whose titles and summaries are HTML. */
export function renderAtomChannel(channel: FeedChannel, site: URL): string {
  const toItem = (entry: FeedEntry) => ({
    title: escapeXml(entry.title),
    description: escapeXml(entry.description),
    content: toCdata(absolutizeLinks(entry.content, site)),
    author: listAuthors(entry).map((name) => ({ name: toText(name) })),
    category: entry.categories.map(({ name }) => ({ name: toText(name), term: toText(name) })),
  });
  return finish(createFeed(channel, site, toItem).atom1());
}

/** A channel as JSON Feed, whose texts are plain. */
export function renderJsonChannel(channel: FeedChannel, site: URL): string {
  return createFeed(channel, site, (entry) => ({ author: listAuthors(entry).map((name) => ({ name })) })).json1();
}

/** The library writes an array as several elements; its type knows single ones only. */
const toCreators = (entry: FeedEntry) =>
  listAuthors(entry).map((name) => ({ _text: toText(name) })) as object as Record<string, unknown>;

const listAuthors = ({ authors = [], author_name: name }: FeedEntry): string[] =>
  authors.length === 0 ? [name] : authors.map((author) => author.name);

/** `site` is the public origin; `toItem` adds what the format needs. */
function createFeed(channel: FeedChannel, site: URL, toItem: (entry: FeedEntry) => Partial<Item>): Feed {
  const toAbsoluteUrl = (path: string) => new URL(path, site).href;
  const { entries, feeds } = channel;
  const feed = new Feed({
    title: channel.title,
    description: channel.description,
    id: toAbsoluteUrl(channel.id),
    link: toAbsoluteUrl(channel.path),
    language: region.language,
    favicon: toAbsoluteUrl('/favicon.ico'),
    copyright: channel.copyright,
    // The date of a feed is that of its newest entry, not of rendering: the same content gives the same bytes.
    updated: new Date(entries.length > 0 ? getLastModified(entries) : getSite().settings.company.founded || 0),
    generator: getSite().settings.company.name,
    feedLinks: Object.fromEntries(Object.entries(feeds).map(([format, path]) => [format, toAbsoluteUrl(path)])),
  });
  for (const entry of entries.map(replaceForbiddenIn)) {
    const url = toAbsoluteUrl(entry.path);
    feed.addItem({
      title: entry.title,
      id: url,
      link: url,
      description: entry.description,
      content: absolutizeLinks(entry.content, site),
      category: entry.categories.map(({ name }) => ({ name })),
      date: new Date(entry.updated_at),
      published: new Date(entry.published_at),
      ...toItem(entry),
    });
  }
  return feed;
}

function replaceForbiddenIn(entry: FeedEntry): FeedEntry {
  return {
    ...entry,
    title: replaceForbiddenCharacters(entry.title),
    description: replaceForbiddenCharacters(entry.description),
    content: replaceForbiddenCharacters(entry.content),
    author_name: replaceForbiddenCharacters(entry.author_name),
    authors: (entry.authors ?? []).map(({ name }) => ({ name: replaceForbiddenCharacters(name) })),
    categories: entry.categories.map(({ name }) => ({ name: replaceForbiddenCharacters(name) })),
  };
}

function getLastModified(entries: readonly FeedEntry[]): number {
  return Math.max(...entries.flatMap((entry) => [Date.parse(entry.updated_at), Date.parse(entry.published_at)]));
}

/** A reader shows the entry elsewhere, so links and pictures must name the site. */
function absolutizeLinks(html: string, site: URL): string {
  return html.replace(/ (href|src)="(\/(?!\/)[^"]*)"/g, (written, name: string, path: string) => {
    const url = URL.parse(path, site);
    return url ? ` ${name}="${url.href}"` : written;
  });
}
