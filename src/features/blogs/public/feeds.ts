import type { Post, PostAuthor, TagChip } from '#api/domain/content.ts';
import { getSite } from '#src/lib/site.ts';
import { type FeedChannel, renderAtomChannel, renderJsonChannel, renderRssChannel } from '#src/lib/feeds/feeds.ts';
import { completeForFeed } from '#api/domain/complete-for-page.ts';
import { topicPaths } from '#src/config/topic-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { describeAuthor, describeTag } from './blog-copy.ts';

type Posts = readonly Post[];

export const renderRss = (posts: Posts, site: URL) => renderRssChannel(toChannel(posts), site);
export const renderAtom = (posts: Posts, site: URL) => renderAtomChannel(toChannel(posts), site);
export const renderJsonFeed = (posts: Posts, site: URL) => renderJsonChannel(toChannel(posts), site);

/** The newest posts of a tag, as RSS. */
export const renderTagRss = ({ tag, posts }: { tag: TagChip; posts: Posts }, site: URL): string =>
  renderListRss(posts, site, {
    name: tag.name,
    description: describeTag(tag.name),
    path: topicPaths.tag(tag.slug),
    rss: topicPaths.tagFeed(tag.slug),
  });

/** The newest posts of an author, as RSS. */
export const renderAuthorRss = ({ author, posts }: { author: PostAuthor; posts: Posts }, site: URL): string =>
  renderListRss(posts, site, {
    name: author.name,
    description: describeAuthor(author),
    path: topicPaths.author(author.slug),
    rss: topicPaths.authorFeed(author.slug),
  });

type PostList = { name: string; description: string; path: string; rss: string };

function renderListRss(posts: Posts, site: URL, { name, description, path, rss }: PostList): string {
  return renderRssChannel(
    {
      ...toChannel(posts),
      title: `${name}: ${getSite().settings.company.name}`,
      description,
      id: path,
      path,
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
    feeds: topicPaths.feeds,
    copyright: `© ${company.legal_name}`,
    entries: posts.map((post) => ({
      ...post,
      description: post.meta.description ?? post.description,
      content: completeForFeed(post.content),
      categories: [...post.categories, ...post.tags],
      path: paths.blog(post.slug),
    })),
  };
}
