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
  nextStep: {
    title: 'Have something long to write?',
    text: '{product: genmate} helps you plan it, draft it chapter by chapter, and finish it.',
    action: 'Join the waiting list',
    more: 'All posts',
  },
} as const;
