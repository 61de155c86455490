import { region } from '#api/domain/region.ts';
import type { Post, PostAuthor } from '#api/domain/content.ts';
import { resolveOgImage } from '#api/domain/og-image.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { topicPaths } from '#src/config/topic-paths.ts';
import { paths } from '#src/lib/paths.ts';

/** schema.org BlogPosting of a post; `absolute` makes a full address from a path. */
export function toBlogPostingJsonLd(post: Post, toAbsoluteUrl: (path: string) => string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.meta.title ?? post.title,
    description: post.meta.description ?? post.description,
    datePublished: post.published_at,
    dateModified: post.updated_at,
    author:
      post.authors.length === 0
        ? { '@type': 'Person', name: post.author_name }
        : post.authors.map((author) => toPersonJsonLd(author, toAbsoluteUrl)),
    publisher: { '@type': 'Organization', name: getSiteFacts().company, url: toAbsoluteUrl(paths.home) },
    image: toAbsoluteUrl((post.meta.image ?? post.cover)?.url ?? resolveOgImage(post.slug, null).path),
    mainEntityOfPage: post.meta.canonical ?? toAbsoluteUrl(paths.blog(post.slug)),
    articleSection: post.categories.map((category) => category.name),
    // Undefined is left out.
    keywords: post.tags.length > 0 ? post.tags.map((tag) => tag.name) : undefined,
    inLanguage: region.language,
  };
}

/** schema.org Person of an author; what is undefined is left out. */
export const toPersonJsonLd = (
  { name, slug, bio, links, image }: PostAuthor,
  toAbsoluteUrl: (path: string) => string,
) => ({
  '@type': 'Person',
  name,
  url: toAbsoluteUrl(topicPaths.author(slug)),
  description: bio || undefined,
  image: image ? toAbsoluteUrl(image.url) : undefined,
  sameAs: links.length > 0 ? links : undefined,
});
