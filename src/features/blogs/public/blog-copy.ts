export const blogCopy = {
  heading: 'Blogs',
  lead: 'What we’re learning about writing, money, teaching and making software.',
  description:
    'The {company} blog: writing long-form work, keeping money simple, teaching, and how we build our tools.',
  empty: 'No posts yet. The first one is on its way.',
  emptyCategory: 'No blogs found in this category.',
  allCategories: 'All categories',
  allCategoriesLead: 'Every category of our posts, by name.',
  notFound: 'Blog post not found',
  /** Below every post. */
  allPosts: 'All posts',
} as const;
