import { Feed } from 'feed';
import type { Post } from '#api/publishing/content.ts';
import { company } from '#src/config/site.ts';
import { paths } from '#src/lib/paths.ts';

/** The newest posts, whole, ready to be written as RSS, Atom or JSON Feed. `site` is the public origin. */
export function createFeed(posts: readonly Post[], site: URL): Feed {
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
      author: [{ name: post.author_name }],
      category: post.categories.map(({ name }) => ({ name })),
      date: new Date(post.updated_at),
      published: new Date(post.published_at),
    });
  }
  return feed;
}

function lastChange(posts: readonly Post[]): number {
  return Math.max(...posts.flatMap((post) => [Date.parse(post.updated_at), Date.parse(post.published_at)]));
}

/** A reader shows the post elsewhere, so links and pictures must name the site. */
function withAbsoluteLinks(html: string, site: URL): string {
  return html.replace(/ (href|src)="(\/(?!\/)[^"]*)"/g, (_match, name: string, path: string) => {
    return ` ${name}="${new URL(path, site).href}"`;
  });
}
