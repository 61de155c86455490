import { productIds } from '#db/seed/site/products.ts';

/** Metadata of a demo document; its content is `documents/<slug>.html`. `document:<slug>` in it is a link to another. */
export type DemoDocument = {
  slug: string;
  title: string;
  status: 'published' | 'draft';
  /** Days before the seeding moment at which it last changed. */
  ageInDays: number;
};

export type DemoSection = { name: string; productId: number; documents: readonly DemoDocument[] };

const published = (slug: string, title: string, ageInDays: number): DemoDocument => ({
  slug,
  title,
  status: 'published',
  ageInDays,
});

/** In reading order. */
export const demoSections: readonly DemoSection[] = [
  {
    name: 'Get started',
    productId: productIds.genmate,
    documents: [
      published('your-first-project', 'Your first project', 6),
      published('describe-the-work', 'Describe the work', 34),
      published('plans-and-generations', 'Plans and generations', 12),
    ],
  },
  {
    name: 'Write',
    productId: productIds.genmate,
    documents: [
      published('shape-the-outline', 'Shape the outline', 41),
      published('set-the-voice', 'Set the voice', 27),
      published('draft-chapter-by-chapter', 'Draft chapter by chapter', 19),
      published('keep-the-thread', 'Keep the thread', 58),
      { slug: 'one-outline-several-readers', title: 'One outline, several readers', status: 'draft', ageInDays: 3 },
    ],
  },
  {
    name: 'Finish',
    productId: productIds.genmate,
    documents: [
      published('revise-and-go-back', 'Revise, compare and go back', 22),
      published('export-your-book', 'Export to EPUB, PDF and HTML', 15),
    ],
  },
  {
    name: 'Get started',
    productId: productIds.taxmate,
    documents: [
      published('your-first-month', 'Your first month', 9),
      published('alpha-beta-normal', 'Alpha, Beta or Normal', 63),
    ],
  },
  {
    name: 'Through the year',
    productId: productIds.taxmate,
    documents: [
      published('income-and-expenses', 'Income and expenses', 30),
      published('receipts', 'Receipts', 44),
      published('due-dates', 'Due dates and reminders', 17),
    ],
  },
  {
    name: 'At the end of the year',
    productId: productIds.taxmate,
    documents: [
      published('totals-for-the-return', 'Totals for the return', 25),
      published('take-your-records-out', 'Export your records', 52),
    ],
  },
];
