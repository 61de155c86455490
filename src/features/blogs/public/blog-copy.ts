import { getSiteFacts } from '#api/domain/site-facts.ts';
import { getSite } from '#src/lib/site.ts';
import { fillTexts } from '#src/lib/texts.ts';

/** What the owner says about the blog; its description in search results is never empty. */
export function readBlogWords(): { introduction: string | null; description: string } {
  const { blog_introduction: introduction, blog_description: description } = getSite().settings.search;
  return {
    introduction: fillTexts(introduction) || null,
    description: fillTexts(description || 'Posts by {company}.'),
  };
}

/** What a search result says of the page of a tag. */
export const describeTag = (name: string) => `Posts tagged ‘${name}’ from ${getSiteFacts().company}.`;

/** The same of the page of an author. */
export const describeAuthor = ({ name, bio }: { name: string; bio: string }) =>
  bio.split('\n')[0] || `Posts by ${name} from ${getSiteFacts().company}.`;

export const blogCopy = {
  heading: 'Blogs',
  empty: 'No posts yet. The first one is on its way.',
  emptyCategory: 'No blogs found in this category.',
  allCategories: 'All categories',
  allCategoriesLead: 'Every category of our posts, by name.',
  notFound: 'Blog post not found',
  /** Below every post. */
  allPosts: 'All posts',
} as const;
