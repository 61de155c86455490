import type { Post, TagChip } from '#api/domain/content.ts';
import { getSite } from '#src/lib/site.ts';
import { type FeedChannel, renderAtomChannel, renderJsonChannel, renderRssChannel } from '#src/lib/feeds/feeds.ts';
import { paths } from '#src/lib/paths.ts';
import { describeTag } from './blog-copy.ts';

type Posts = readonly Post[];

export const renderRss = (posts: Posts, site: URL) => renderRssChannel(toChannel(posts), site);
export const renderAtom = (posts: Posts, site: URL) => renderAtomChannel(toChannel(posts), site);
export const renderJsonFeed = (posts: Posts, site: URL) => renderJsonChannel(toChannel(posts), site);

/** The newest posts of a tag, as RSS. */
export function renderTagRss({ tag, posts }: { tag: TagChip; posts: Posts }, site: URL): string {
  const { company } = getSite().settings;
  const rss = paths.tagFeed(tag.slug);
  return renderRssChannel(
    {
      ...toChannel(posts),
      title: `${tag.name}: ${company.name}`,
      description: describeTag(tag.name),
      id: paths.tag(tag.slug),
      path: paths.tag(tag.slug),
      feeds: { rss },
    },
    site,
  );
}

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
    entries: posts.map((post) => ({
      ...post,
      description: post.meta.description ?? post.description,
      categories: [...post.categories, ...post.tags],
      path: paths.blog(post.slug),
    })),
  };
}
