import { company } from '#src/config/site.ts';

export const blogCopy = {
  heading: 'Blogs',
  lead: 'What we learn while making tools for long work: writing, money, teaching and the craft of software.',
  description: `Stories from ${company.name}: on writing long things, keeping money simple, teaching, and how our tools are made.`,
  empty: 'No stories yet. The first one is being written.',
  emptyCategory: 'No blogs found in this category.',
  allCategories: 'All categories',
  allCategoriesLead: 'Every category of our stories, by name.',
  notFound: 'Blog post not found',
} as const;
