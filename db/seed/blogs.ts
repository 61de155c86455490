/** Metadata of a demo post; its content is `blogs/<slug>.html`. */
export type DemoBlog = {
  slug: string;
  title: string;
  description: string;
  authorName: string;
  /** Names out of `demoCategories`; the first is the main one. */
  categories: readonly string[];
  status: 'published' | 'draft' | 'archived';
  /** Days before the seeding moment at which it was published; negative is scheduled. */
  ageInDays: number;
};

/** Newest first. The newest `News & Updates` post is 2 days old, so that the home page has its news line. */
const posts: readonly (Omit<DemoBlog, 'status'> & { status?: DemoBlog['status'] })[] = [
  {
    slug: 'keep-every-version',
    title: 'Keep every version, and know why',
    description: 'What writers can borrow from programmers: one line beside each version that says why it exists.',
    authorName: 'Aroha Ngata',
    categories: ['Writing'],
    ageInDays: -5,
  },
  {
    slug: 'a-new-home-for-mateworks',
    title: 'A new home for Mateworks',
    description:
      'We rebuilt our site from the fonts to the server. Here is what is different, what we left out on purpose, and what has stayed exactly as it was.',
    authorName: 'Aroha Ngata',
    categories: ['News & Updates', 'Craft'],
    ageInDays: 2,
  },
  {
    slug: 'live-in-a-tenth-of-a-second',
    title: 'Live in a tenth of a second',
    description:
      'How a correction on this site reaches its readers in less than a tenth of a second, without a moment in which the site is half old and half new.',
    authorName: 'Tom Whitaker',
    categories: ['Craft'],
    ageInDays: 9,
  },
  {
    slug: 'outline-a-book-on-one-page',
    title: 'Outline a book on one page',
    description: 'One reader, one promise, and three lines for each chapter: an outline short enough to throw away.',
    authorName: 'Aroha Ngata',
    categories: ['Writing'],
    ageInDays: 23,
  },
  {
    slug: 'gst-for-sole-traders',
    title: 'GST for sole traders, from the beginning',
    description:
      'When you have to register, the arithmetic done once properly, what an invoice has to say, and a monthly half-hour that prevents most of the trouble.',
    authorName: 'Sione Taufa',
    categories: ['Money & Tax'],
    ageInDays: 37,
  },
  {
    slug: 'epub-pdf-or-html',
    title: 'EPUB, PDF or HTML?',
    description: 'Three formats are three different promises to a reader. How to choose, in about five minutes.',
    authorName: 'Mei Lin Chen',
    categories: ['Publishing'],
    ageInDays: 52,
  },
  {
    slug: 'why-a-code-instead-of-a-password',
    title: 'Why we send you a code and never ask for a password',
    description:
      'You can’t have a password at Mateworks. What we do instead, how hard it is to guess, and what it doesn’t protect you from.',
    authorName: 'Tom Whitaker',
    categories: ['Craft'],
    ageInDays: 68,
  },
  {
    slug: 'planning-a-homeschool-year',
    title: 'Planning a homeschool year in two evenings',
    description: 'Begin with the weeks you do not have, then choose one spine and three threads for the rest.',
    authorName: 'Aroha Ngata',
    categories: ['Writing'],
    ageInDays: 84,
  },
  {
    slug: 'invoices-that-get-paid',
    title: 'Invoices that get paid',
    description: 'Six questions that the person who pays is asking, and a whole invoice that answers them on one page.',
    authorName: 'Sione Taufa',
    categories: ['Money & Tax'],
    ageInDays: 105,
  },
  {
    slug: 'editing-with-an-assistant',
    title: 'Editing with an assistant, and still sounding like yourself',
    description:
      'Four passes over a chapter: a pencil, some questions, a few sentences at a time, and every fact by hand. With the exact requests that work.',
    authorName: 'Mei Lin Chen',
    categories: ['Writing'],
    ageInDays: 131,
  },
  {
    slug: 'books-everyone-can-read',
    title: 'Books that everyone can read',
    description:
      'Headings that can be heard, pictures in words, colours with enough contrast, and a test that takes twenty minutes: how to make a book accessible.',
    authorName: 'Mei Lin Chen',
    categories: ['Publishing', 'Craft'],
    ageInDays: 158,
  },
  {
    slug: 'when-you-write-to-us',
    title: 'What to expect when you write to us',
    description: 'Who answers, how soon, how you can help us help you, and what we will never ask you for.',
    authorName: 'Mei Lin Chen',
    categories: ['News & Updates'],
    ageInDays: 176,
  },
  {
    slug: 'keep-every-receipt-once',
    title: 'Keep every receipt once',
    description: 'A minute at the counter, a quarter of an hour on Friday, and seven years without a search.',
    authorName: 'Sione Taufa',
    categories: ['Money & Tax'],
    ageInDays: 190,
  },
  {
    slug: 'write-error-messages-for-people',
    title: 'Write error messages for people',
    description:
      'What happened, is my work safe, what can I do now? Three questions, five rewritten messages, and a short list of words that we avoid.',
    authorName: 'Tom Whitaker',
    categories: ['Craft', 'Writing'],
    ageInDays: 224,
  },
  {
    slug: 'a-course-people-finish',
    title: 'A course that people finish',
    description: 'Plan it from the last day backwards, and make every step worth having on its own.',
    authorName: 'Aroha Ngata',
    categories: ['Writing'],
    ageInDays: 260,
  },
  {
    slug: 'review-without-tears',
    title: 'Review without tears',
    description: 'Four rounds with one question each, a covering note worth copying, and how to end a review.',
    authorName: 'Mei Lin Chen',
    categories: ['Publishing'],
    ageInDays: 298,
  },
  {
    slug: 'the-notebook-by-the-kettle',
    title: 'The notebook by the kettle',
    description:
      'My grandmother kept the accounts of her shop where she stood still. I have been copying her ever since.',
    authorName: 'Sione Taufa',
    categories: [],
    ageInDays: 331,
  },
  {
    slug: 'your-first-year-as-a-sole-trader',
    title: 'Your first year as a sole trader in New Zealand',
    description:
      'The first week, the first invoice and the two surprises: a first year of working for yourself, in the order it happens.',
    authorName: 'Sione Taufa',
    categories: ['Money & Tax'],
    ageInDays: 365,
  },
  {
    slug: 'how-early-access-works',
    title: 'How early access to GenMate works',
    description: 'Why there is a waiting list, what happens after you join it, and what you can do on the first day.',
    authorName: 'Aroha Ngata',
    categories: ['News & Updates'],
    ageInDays: 415,
  },
  {
    slug: 'an-epub-by-hand',
    title: 'An EPUB by hand',
    description: 'Five files, one zip and one trap: how to build an e-book without special software.',
    authorName: 'Tom Whitaker',
    categories: ['Publishing', 'Craft'],
    status: 'archived',
    ageInDays: 430,
  },
  {
    slug: 'dictating-a-first-draft',
    title: 'Dictating a first draft',
    description:
      'Talking is faster than typing and sounds more like you. A walk in five stages, and where it doesn’t work.',
    authorName: 'Aroha Ngata',
    categories: ['Writing'],
    status: 'draft',
    ageInDays: 6,
  },
  {
    slug: 'a-style-sheet-for-one',
    title: 'A style sheet for one',
    description: 'Twenty lines that settle things once, so your book doesn’t settle them three different ways.',
    authorName: 'Mei Lin Chen',
    categories: ['Publishing', 'Writing'],
    status: 'draft',
    ageInDays: 1,
  },
];

export const demoBlogs: readonly DemoBlog[] = posts.map((post) => ({ status: 'published', ...post }));
