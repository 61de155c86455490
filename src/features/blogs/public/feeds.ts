import { Feed, type Item } from 'feed';
import type { Post } from '#api/domain/content.ts';
import { company } from '#src/config/site.ts';
import { paths } from '#src/lib/paths.ts';
import { escapeXml, replaceForbiddenCharacters } from '#src/lib/xml.ts';

type Posts = readonly Post[];

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

/** The newest posts as RSS. Its descriptions are HTML; its authors are addresses, so names have their own element. */
export function renderRss(posts: Posts, site: URL): string {
  const toItem = (post: Post) => ({
    title: toCdata(post.title),
    description: escapeXml(post.description),
    // The library declares the prefix of dc:creator only when an item has content.
    content: toCdata(absolutizeLinks(post.content, site)) || '<p></p>',
    category: post.categories.map(({ name }) => ({ name: toText(name) })),
    extensions: [{ name: 'dc:creator', objects: { _text: toText(post.author_name) } }],
  });
  return finish(createFeed(posts, site, toItem).rss2());
}

/** The newest posts as Atom, whose titles and summaries are HTML. */
export function renderAtom(posts: Posts, site: URL): string {
  const toItem = (post: Post) => ({
    title: escapeXml(post.title),
    description: escapeXml(post.description),
    content: toCdata(absolutizeLinks(post.content, site)),
    author: [{ name: toText(post.author_name) }],
    category: post.categories.map(({ name }) => ({ name: toText(name), term: toText(name) })),
  });
  return finish(createFeed(posts, site, toItem).atom1());
}

/** The newest posts as JSON Feed, whose texts are plain. */
export function renderJsonFeed(posts: Posts, site: URL): string {
  return createFeed(posts, site, (post) => ({ author: [{ name: post.author_name }] })).json1();
}

/** `site` is the public origin; `toItem` adds what the format needs. */
function createFeed(posts: Posts, site: URL, toItem: (post: Post) => Partial<Item>): Feed {
  const toAbsoluteUrl = (path: string) => new URL(path, site).href;
  const newest = posts[0];
  const feed = new Feed({
    title: `${company.name}: ${company.tagline}`,
    description: company.description,
    id: toAbsoluteUrl(paths.home),
    link: toAbsoluteUrl(paths.blogs),
    language: company.locale,
    favicon: toAbsoluteUrl('/favicon.ico'),
    copyright: `© ${company.legalName}`,
    // The date of a feed is that of its newest post, not of rendering: the same content gives the same bytes.
    updated: new Date(newest ? getLastModified(posts) : company.founded),
    generator: company.name,
    feedLinks: {
      rss: toAbsoluteUrl(paths.feeds.rss),
      atom: toAbsoluteUrl(paths.feeds.atom),
      json: toAbsoluteUrl(paths.feeds.json),
    },
  });
  for (const post of posts.map(replaceForbiddenIn)) {
    const url = toAbsoluteUrl(paths.blog(post.slug));
    feed.addItem({
      title: post.title,
      id: url,
      link: url,
      description: post.description,
      content: absolutizeLinks(post.content, site),
      category: post.categories.map(({ name }) => ({ name })),
      date: new Date(post.updated_at),
      published: new Date(post.published_at),
      ...toItem(post),
    });
  }
  return feed;
}

function replaceForbiddenIn(post: Post): Post {
  return {
    ...post,
    title: replaceForbiddenCharacters(post.title),
    description: replaceForbiddenCharacters(post.description),
    content: replaceForbiddenCharacters(post.content),
    author_name: replaceForbiddenCharacters(post.author_name),
    categories: post.categories.map((category) => ({ ...category, name: replaceForbiddenCharacters(category.name) })),
  };
}

function getLastModified(posts: Posts): number {
  return Math.max(...posts.flatMap((post) => [Date.parse(post.updated_at), Date.parse(post.published_at)]));
}

/** A reader shows the post elsewhere, so links and pictures must name the site. */
function absolutizeLinks(html: string, site: URL): string {
  return html.replace(/ (href|src)="(\/(?!\/)[^"]*)"/g, (written, name: string, path: string) => {
    const url = URL.parse(path, site);
    return url ? ` ${name}="${url.href}"` : written;
  });
}
