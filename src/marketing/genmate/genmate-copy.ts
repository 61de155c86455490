import { GENMATE_APP_URL } from '#api/domain/catalogue.ts';
import { paths } from '#src/lib/paths.ts';

export const startFree = { label: 'Start free', href: GENMATE_APP_URL } as const;

export const genmateHome = {
  title: 'GenMate, long-form writing chapter by chapter',
  description:
    'GenMate writes long-form work with you, chapter by chapter: from an outline you approve to a finished book, course or guide. Start free.',
  heading: 'The whole book, chapter by chapter.',
  lead: 'GenMate takes an idea to an outline, the outline to chapters, and the chapters to a finished book. You steer at every step, and every word is yours to change.',
  idea: {
    title: 'Long work needs a spine',
    paragraphs: [
      'Ask a machine for a book in one go and it forgets its own beginning: names change, arguments repeat, the end arrives before the middle has earned it.',
      'GenMate works the way an author does. It agrees an outline with you first. Then it writes each chapter knowing what came before, what comes after, and what this one is for.',
    ],
  },
  stages: [
    {
      name: 'Outline',
      text: 'Say what you want to write and who it’s for. Move, cut and rename chapters until the plan is right.',
    },
    {
      name: 'Chapters',
      text: 'Each chapter is drafted in turn, with the whole plan in view. Edit it, ask for another take, or write it yourself.',
    },
    { name: 'Book', text: 'Read it through, make the final edits, and export it as EPUB, PDF or HTML.' },
  ],
  audiences: [
    { name: 'Authors', text: 'A first draft that keeps its promises to the last page.' },
    { name: 'Educators', text: 'Course books whose lessons build on one another.' },
    { name: 'Marketing teams', text: 'Guides and reports in one voice, however many people write them.' },
    { name: 'Writers', text: 'A partner for the long middle, where most drafts stop.' },
    { name: 'Marketers', text: 'The long piece that all the short ones come from.' },
    { name: 'Teachers', text: 'A term’s reading, pitched at the class in front of you.' },
    { name: 'Founders', text: 'The handbook that has been in your head for years.' },
    { name: 'Homeschool parents', text: 'A unit about volcanoes, for one eight‑year‑old in particular.' },
  ],
  earlyAccess: {
    title: 'We’re letting people in, a small group at a time.',
    text: 'GenMate is in early access. Join the waiting list and tell us what you’d like to write. We’ll email you an invitation when there’s room. Small groups mean we can read every message.',
  },
} as const;

export const genmateFeatures = {
  title: 'GenMate features: from outline to finished book',
  description:
    'What GenMate does: an outline first, chapters that remember each other, versions kept in the cloud, and export to EPUB, PDF and HTML.',
  heading: 'Made for work that takes more than one sitting.',
  lead: 'Everything in GenMate serves one aim: chapter twelve still knows what chapter one promised.',
  core: [
    {
      name: 'Outline first',
      text: 'A plan of parts and chapters, each with its purpose, agreed before a page is written. Change it at any time.',
    },
    {
      name: 'Chapters that remember',
      text: 'Every draft is written with the outline and earlier chapters in view, so names, facts and tone stay consistent.',
    },
    {
      name: 'Your voice',
      text: 'Describe the reader, the tone and what to avoid, or share a page of your own writing as an example.',
    },
    {
      name: 'Edit anything',
      text: 'The text is yours to change, line by line. An edit does not count as a generation.',
    },
    {
      name: 'Versions kept',
      text: 'Every version of your project is saved in the cloud. Compare two, go back to one, lose nothing.',
    },
    {
      name: 'Books, not boxes of text',
      text: 'Export to EPUB, PDF and HTML, with a title page, a table of contents and proper headings.',
    },
  ],
  steps: [
    {
      name: 'Start a project',
      text: 'Give it a working title. A project holds the outline, the chapters and all their versions.',
    },
    {
      name: 'Describe the work',
      text: 'What it is about, who will read it, how long it should be, and what it should never do.',
    },
    {
      name: 'Shape the outline',
      text: 'GenMate proposes parts and chapters. Reorder, merge, cut, and add what only you know.',
    },
    {
      name: 'Set the voice',
      text: 'Choose a tone, or paste a page that sounds right. It applies to the whole project.',
    },
    {
      name: 'Draft chapter by chapter',
      text: 'Write in order, or start with the chapter you’re most sure of. Read each one before you draft the next.',
    },
    {
      name: 'Revise',
      text: 'Edit by hand, or ask for a passage to be shorter, plainer or warmer. Earlier versions are kept.',
    },
    { name: 'Publish', text: 'Export it as EPUB, PDF or HTML. It’s your work, ready for your readers.' },
  ],
  advanced: [
    {
      name: 'A thread through the chapters',
      text: 'Keep a list of people, places, terms and facts. Each chapter is drafted with the ones it needs, so the harbour that faces north on page 9 faces north on page 190.',
    },
    {
      name: 'A different take',
      text: 'Ask for a second draft of a chapter and compare the two. Keep one, or the best of both.',
    },
    {
      name: 'Rewrite one passage',
      text: 'Choose a paragraph and say what needs to change. The rest of the chapter stays as it is.',
    },
    {
      name: 'One outline, several readers',
      text: 'Draft the same plan for a beginner and for an expert, as separate versions of one project.',
    },
  ],
  creations: [
    { name: 'Novels and novellas', text: 'With characters who stay in character.' },
    { name: 'Non-fiction books', text: 'Arguments that build, chapter upon chapter.' },
    { name: 'Course books', text: 'Lessons, exercises and answers in order.' },
    { name: 'Homeschool units', text: 'For your children’s ages and interests.' },
    { name: 'Guides and handbooks', text: 'How your company does things, written down.' },
    { name: 'Reports and white papers', text: 'Long enough to persuade, clear enough to read.' },
    { name: 'Article series', text: 'Ten pieces, one line of thought.' },
    { name: 'Family histories', text: 'The stories that have only been told aloud.' },
  ],
} as const;

export const genmateMenu = [
  { label: 'GenMate', href: paths.genmate },
  { label: 'Features', href: paths.genmateFeatures },
  { label: 'Pricing', href: paths.genmatePricing },
  { label: 'Community', href: paths.genmateCommunity },
  { label: 'Waiting list', href: paths.genmateWaitingList },
] as const;
