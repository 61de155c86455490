/** The five categories of the demo blog; the home page's news line looks for `News & Updates` by name. */
export const demoCategories: readonly { name: string; slug: string; description: string }[] = [
  {
    name: 'News & Updates',
    slug: 'news-and-updates',
    description: 'What has changed at Mateworks, when, and what it means for the work you do with us.',
  },
  {
    name: 'Writing',
    slug: 'writing',
    description: 'Outlining, drafting and editing long work, one chapter at a time.',
  },
  {
    name: 'Money & Tax',
    slug: 'money-and-tax',
    description: 'Plain notes on tax, invoices and records for people who work for themselves in Aotearoa.',
  },
  {
    name: 'Publishing',
    slug: 'publishing',
    description: 'Formats, reviews and accessibility: getting a finished manuscript into the hands of every reader.',
  },
  {
    name: 'Craft',
    slug: 'craft',
    description: 'How we build our own software, and the decisions that we had to argue about.',
  },
];
