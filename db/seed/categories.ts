/** The five categories of the demo blog; the home page's news line looks for `News & Updates` by name. */
export const demoCategories: readonly { name: string; description: string }[] = [
  {
    name: 'News & Updates',
    description: 'What has changed at Mateworks, when, and what it means for the work you do with us.',
  },
  {
    name: 'Writing',
    description: 'Outlining, drafting and editing long work, one chapter at a time.',
  },
  {
    name: 'Money & Tax',
    description: 'Plain notes on tax, invoices and records for people who work for themselves in Aotearoa.',
  },
  {
    name: 'Publishing',
    description: 'Formats, reviews and accessibility: getting a finished manuscript into the hands of every reader.',
  },
  {
    name: 'Craft',
    description: 'How we build our own software, and the decisions that we had to argue about.',
  },
];
