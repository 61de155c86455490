import type { Post } from '#api/domain/content.ts';
import { getSite } from '#src/lib/site.ts';
import { type FeedChannel, renderAtomChannel, renderJsonChannel, renderRssChannel } from '#src/lib/feeds/feeds.ts';
import { paths } from '#src/lib/paths.ts';

type Posts = readonly Post[];

export const renderRss = (posts: Posts, site: URL) => renderRssChannel(toChannel(posts), site);
export const renderAtom = (posts: Posts, site: URL) => renderAtomChannel(toChannel(posts), site);
export const renderJsonFeed = (posts: Posts, site: URL) => renderJsonChannel(toChannel(posts), site);

/** The newest posts. */
function toChannel(posts: Posts): FeedChannel {
  const { company, search } = getSite().settings;
  return {
    title: `${company.name}: ${company.tagline}`,
    description: search.description,
    id: paths.home,
    path: paths.blogs,
    feeds: paths.feeds,
    copyright: `© ${company.legal_name}`,
    entries: posts.map((post) => ({ ...post, path: paths.blog(post.slug) })),
  };
}
