import { Feed, type Item } from 'feed';
import type { Post } from '#api/publishing/content.ts';
import { company } from '#src/config/site.ts';
import { paths } from '#src/lib/paths.ts';
import { escapeXml } from '#src/lib/xml.ts';

type Posts = readonly Post[];

/** The newest posts, whole, as RSS. Its descriptions are HTML; its authors are addresses, so names have their own element. */
export function writeRss(posts: Posts, site: URL): string {
  const toItem = (post: Post) => ({
    description: escapeXml(post.description),
    extensions: [{ name: 'dc:creator', objects: { _text: post.author_name } }],
  });
  return createFeed(posts, site, toItem).rss2();
}

/** The newest posts, whole, as Atom, whose titles and summaries are HTML. */
export function writeAtom(posts: Posts, site: URL): string {
  const toItem = (post: Post) => ({
    title: escapeXml(post.title),
    description: escapeXml(post.description),
    author: [{ name: post.author_name }],
    category: post.categories.map(({ name }) => ({ name, term: name })),
  });
  const atom = createFeed(posts, site, toItem).atom1();
  // The library leaves '<' as it is in attributes.
  return atom.replace(/<category (.*)\/>/g, (_tag, labels: string) => `<category ${labels.replaceAll('<', '&lt;')}/>`);
}

/** The newest posts, whole, as JSON Feed, whose texts are plain. */
export function writeJsonFeed(posts: Posts, site: URL): string {
  return createFeed(posts, site, (post) => ({ author: [{ name: post.author_name }] })).json1();
}

/** `site` is the public origin; `toItem` says what is special to the format. */
function createFeed(posts: Posts, site: URL, toItem: (post: Post) => Partial<Item>): Feed {
  const absolute = (path: string) => new URL(path, site).href;
  const newest = posts[0];
  const feed = new Feed({
    title: `${company.name}: ${company.tagline}`,
    description: company.description,
    id: absolute(paths.home),
    link: absolute(paths.blogs),
    language: company.locale,
    favicon: absolute('/favicon.ico'),
    copyright: `© ${company.legalName}`,
    // A feed is as new as its newest post, not as the moment of rendering: the same content gives the same bytes.
    updated: new Date(newest ? lastChange(posts) : company.founded),
    generator: company.name,
    feedLinks: {
      rss: absolute(paths.feeds.rss),
      atom: absolute(paths.feeds.atom),
      json: absolute(paths.feeds.json),
    },
  });
  for (const post of posts) {
    const url = absolute(paths.blog(post.slug));
    feed.addItem({
      title: post.title,
      id: url,
      link: url,
      description: post.description,
      content: withAbsoluteLinks(post.content, site),
      category: post.categories.map(({ name }) => ({ name })),
      date: new Date(post.updated_at),
      published: new Date(post.published_at),
      ...toItem(post),
    });
  }
  return feed;
}

function lastChange(posts: Posts): number {
  return Math.max(...posts.flatMap((post) => [Date.parse(post.updated_at), Date.parse(post.published_at)]));
}

/** A reader shows the post elsewhere, so links and pictures must name the site. */
function withAbsoluteLinks(html: string, site: URL): string {
  return html.replace(/ (href|src)="(\/(?!\/)[^"]*)"/g, (_match, name: string, path: string) => {
    return ` ${name}="${new URL(path, site).href}"`;
  });
}
