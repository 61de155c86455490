import { GENMATE_APP_URL } from '../products.ts';
import { definePage, defineSection, paragraphs } from './define-page.ts';
import { genmateSamples } from './genmate-samples.ts';

const startFree = { label: 'Start free', href: GENMATE_APP_URL } as const;
const joinWaitingList = { label: 'Join the waiting list', href: '/genmate/waitinglist' } as const;

/** Of an email to the company, as mail programs read it. */
const toMailto = (subject: string, lines: readonly string[]) =>
  `mailto:{email}?subject=${encodeText(subject)}&body=Hello%20{company},${encodeText(['', ...lines].join('\r\n'))}`;

/** Placeholders stay, to be filled in. */
const encodeText = (text: string) => encodeURIComponent(text).replace(/%7B(\w+)%3A%20(\w+)%7D/g, '{$1:$2}');

const home = definePage({
  title: '{product: genmate}, long-form writing chapter by chapter',
  description:
    '{product: genmate} writes long-form work with you, chapter by chapter: from an outline you approve to a finished book, course or guide. Start free.',
  address: '/genmate',
  sections: [
    defineSection('hero', 'hero', {
      heading: 'The whole book, chapter by chapter.',
      lead: '{product: genmate} takes an idea to an outline, the outline to chapters, and the chapters to a finished book. You steer at every step, and every word is yours to change.',
      size: 'large',
      product_menu: 'genmate',
      actions: [
        { ...startFree, look: 'primary' },
        { ...joinWaitingList, look: 'secondary' },
      ],
      note: paragraphs(
        '‘Start free’ opens the {product: genmate} app on its own site. You need an invitation: join the waiting list to get one.',
      ),
      drawing: 'book',
    }),
    defineSection('text', 'idea', {
      title: 'Long work needs a spine',
      text: paragraphs(
        'Ask a machine for a book in one go and it forgets its own beginning: names change, arguments repeat, the end arrives before the middle has earned it.',
        '{product: genmate} works the way an author does. It agrees an outline with you first. Then it writes each chapter knowing what came before, what comes after, and what this one is for.',
      ),
      layout: 'beside_large',
      spacing: 'narrow',
    }),
    defineSection('steps', 'stages', {
      title: 'From outline to book',
      is_title_hidden: true,
      items: [
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
      layout: 'large',
      links: [
        { label: 'All features, and how it works in seven steps', href: '/genmate/features' },
        { label: 'Read sample chapters', href: '/genmate/community' },
      ],
      spacing: 'narrow',
    }),
    defineSection('feature_grid', 'audiences', {
      title: 'For anyone with more to say than fits on a page',
      items: [
        { name: 'Authors', text: 'A first draft that keeps its promises to the last page.' },
        { name: 'Educators', text: 'Course books whose lessons build on one another.' },
        { name: 'Marketing teams', text: 'Guides and reports in one voice, however many people write them.' },
        { name: 'Writers', text: 'A partner for the long middle, where most drafts stop.' },
        { name: 'Marketers', text: 'The long piece that all the short ones come from.' },
        { name: 'Teachers', text: 'A term’s reading, pitched at the class in front of you.' },
        { name: 'Founders', text: 'The handbook that has been in your head for years.' },
        { name: 'Homeschool parents', text: 'A unit about volcanoes, for one eight‑year‑old in particular.' },
      ],
      layout: 'two_columns',
      background: 'sunken',
    }),
    defineSection('call_to_action', 'early-access', {
      badge: 'Early access',
      title: 'We’re letting people in, a small group at a time.',
      text: '{product: genmate} is in early access. Join the waiting list and tell us what you’d like to write. We’ll email you an invitation when there’s room. Small groups mean we can read every message.',
      actions: [{ ...joinWaitingList, look: 'primary' }],
    }),
  ],
});

const features = definePage({
  title: '{product: genmate} features: from outline to finished book',
  description:
    'What {product: genmate} does: an outline first, chapters that remember each other, versions kept in the cloud, and export to EPUB, PDF and HTML.',
  address: '/genmate/features',
  sections: [
    defineSection('hero', 'hero', {
      heading: 'Made for work that takes more than one sitting.',
      lead: 'Everything in {product: genmate} serves one aim: chapter twelve still knows what chapter one promised.',
      size: 'wide',
      product_menu: 'genmate',
    }),
    defineSection('image_text', 'thread', { drawing: 'thread' }),
    defineSection('feature_grid', 'core', {
      title: 'Core features',
      items: [
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
      layout: 'three_columns',
    }),
    defineSection('steps', 'steps', {
      title: 'How it works, in seven steps',
      lead: 'Follow them in order the first time. After that, move between them as you like.',
      items: [
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
          text: '{product: genmate} proposes parts and chapters. Reorder, merge, cut, and add what only you know.',
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
      layout: 'beside',
      background: 'sunken',
    }),
    defineSection('feature_grid', 'advanced', {
      title: 'Advanced capabilities',
      items: [
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
    }),
    defineSection('feature_grid', 'creations', {
      title: 'What you can create',
      items: [
        { name: 'Novels and novellas', text: 'With characters who stay in character.' },
        { name: 'Non-fiction books', text: 'Arguments that build, chapter upon chapter.' },
        { name: 'Course books', text: 'Lessons, exercises and answers in order.' },
        { name: 'Homeschool units', text: 'For your children’s ages and interests.' },
        { name: 'Guides and handbooks', text: 'How your company does things, written down.' },
        { name: 'Reports and white papers', text: 'Long enough to persuade, clear enough to read.' },
        { name: 'Article series', text: 'Ten pieces, one line of thought.' },
        { name: 'Family histories', text: 'The stories that have only been told aloud.' },
      ],
      layout: 'compact',
      actions: [
        { ...startFree, look: 'primary' },
        { label: 'Compare the plans', href: '/genmate/pricing', look: 'link' },
        { label: 'Read samples first', href: '/genmate/community', look: 'link' },
      ],
      background: 'tint',
    }),
  ],
});

/** For whom each plan is; prices and limits come from the catalogue. */
const audiences = [
  {
    plan: 'Starter',
    text: 'Enough to take one short piece from outline to export, and see if this way of writing suits you.',
  },
  { plan: 'Creator', text: 'For one book at a time, or a piece every few days.' },
  { plan: 'Pro', text: 'For people who write for a living, about a chapter a day.' },
  { plan: 'Studio', text: 'For teams, schools and publishers with several projects on the go.' },
];

const pricing = definePage({
  title: '{product: genmate} pricing',
  description:
    '{product: genmate} plans compared: {plan: Creator}, {plan: Pro} and {plan: Studio} by the month, and {plan: Starter} for free. No setup fees, cancel anytime, 30-day money back.',
  address: '/genmate/pricing',
  sections: [
    defineSection('hero', 'hero', {
      heading: 'Pay for how much you write.',
      lead: 'Plans differ in how much you can draft each month. Nothing is hidden.',
      size: 'wide',
      product_menu: 'genmate',
      claims: [
        { name: 'No setup fees', text: 'The plan price is all you pay.' },
        { name: 'Cancel anytime', text: 'Your plan runs to the end of the period you paid for.' },
        { name: '30-day money back', text: 'On every paid plan. Email us and we’ll refund you.' },
      ],
    }),
    defineSection('section_menu', 'on-this-page', {
      label: 'On this page',
      links: [
        { label: 'Plans', href: '#pricing' },
        { label: 'Compare', href: '#compare' },
        { label: '{plan: Starter}', href: '#starter' },
        { label: 'Questions', href: '#questions' },
        { label: 'Custom', href: '#custom' },
      ],
    }),
    defineSection('plans', 'pricing', {
      product: 'genmate',
      layout: 'cards',
      title: 'Plans',
      audiences,
      note: paragraphs(
        'Prices are in {currency}. You need an account to subscribe, and pay by card on a secure page. Your plan, card and invoices are under <a href="/subscriptions" rel="noopener noreferrer">Subscriptions</a>.',
      ),
      spacing: 'narrow',
    }),
    defineSection('plans', 'compare', {
      product: 'genmate',
      layout: 'table',
      title: 'At a glance',
      note: paragraphs('Every plan includes projects, version history in the cloud, and export to EPUB, PDF and HTML.'),
      spacing: 'narrow',
    }),
    defineSection('plans', 'starter', {
      product: 'genmate',
      layout: 'free',
      title: '{plan: Starter} is free',
      text: 'Enough to take one short piece from outline to export, and see if this way of writing suits you.',
      actions: [{ ...startFree, look: 'primary' }],
      note: paragraphs(
        'Opens the {product: genmate} app on its own site. No invitation yet? <a href="/genmate/waitinglist" rel="noopener noreferrer">Join the waiting list</a>.',
      ),
      background: 'sunken',
    }),
    defineSection('questions', 'questions', {
      title: 'Questions about plans',
      items: [
        {
          question: 'Do I need an invitation?',
          answer:
            'For {plan: Starter}, yes: join the waiting list and we’ll email you one. A paid plan is ready as soon as the payment goes through.',
        },
        {
          question: 'What is a generation?',
          answer:
            'One drafting request, up to your plan’s word limit: a chapter, several chapters or a whole short book.',
        },
        {
          question: 'Does an edit count as a generation?',
          answer: 'No. An edit does not count as a generation. Change your text as often as you like.',
        },
        {
          question: 'What happens when I upgrade?',
          answer: 'Upgrades are immediate. You get the larger allowance as soon as the payment goes through.',
        },
        {
          question: 'What happens when I downgrade?',
          answer: 'Downgrades apply at the next billing cycle. Until then you keep everything in the larger plan.',
        },
        {
          question: 'How does the 30-day money back work?',
          answer:
            'If a paid plan isn’t right for you, email us within 30 days of your first payment and we’ll refund it.',
        },
        {
          question: 'Can I cancel?',
          answer:
            'Yes, anytime, without contacting us. Your plan runs to the end of the period you’ve paid for and doesn’t renew.',
        },
        {
          question: 'What happens to my work if I leave?',
          answer: 'It stays yours. Export your projects to EPUB, PDF or HTML before or after you cancel.',
        },
        {
          question: 'How do I pay?',
          answer: 'By card, on the secure page of Stripe, our payment processor. We never see your full card number.',
        },
        {
          question: 'What currency are the prices in?',
          answer: 'In {currency}, per month. Your bank may show the amount in your own currency.',
        },
      ],
    }),
    defineSection('call_to_action', 'custom', {
      title: 'More people, or more words?',
      text: 'Schools, publishers and companies often need something these plans don’t have: a single invoice, many writers or a larger allowance. Tell us what you need and we’ll reply within one business day.',
      actions: [
        {
          label: 'Ask about a custom plan',
          href: toMailto('A custom {product: genmate} plan', [
            '',
            'We would like to talk about a custom plan for {product: genmate}.',
            '',
            'Organisation:',
            'Number of writers:',
            'What we would like to write:',
            '',
            'Thank you.',
          ]),
          look: 'primary',
        },
        {
          label: 'Request a demo',
          href: toMailto('Request a {product: genmate} demo', [
            '',
            'We’d like a demo of {product: genmate}. These times suit us (including time zone):',
            '',
            '1.',
            '2.',
            '',
            'What we would most like to see:',
            '',
            'Thank you.',
          ]),
          look: 'link',
        },
      ],
      note: 'Both open an email to {email} in your email app.',
    }),
  ],
});

const community = definePage({
  title: '{product: genmate} community: sample chapters',
  description:
    'Four short samples from longer works: a novel, a homeschool unit, a field guide and a team handbook. Each comes with its brief and outline.',
  address: '/genmate/community',
  sections: [
    defineSection('hero', 'hero', {
      heading: 'What a chapter looks like.',
      lead: 'Four samples from longer works. Each shows the brief, the outline and a page of the result.',
      size: 'wide',
      product_menu: 'genmate',
      remark:
        'Our team wrote these samples to show what’s possible. As {product: genmate} writers share their own pages, we’ll publish them here under their names.',
      contents_label: 'Samples',
      contents: genmateSamples.map(({ id, kind, title }) => ({ label: title, href: `#${id}`, note: kind })),
    }),
    ...genmateSamples.map(({ id, kind, title, part, brief, outline, current, text }, at) =>
      defineSection('sample', id, {
        kind: `${kind} · sample by our team`,
        title,
        brief,
        outline: outline.map((chapter, index) => ({ text: chapter, is_shown: index === current })),
        part,
        text: paragraphs(...text),
        background: at % 2 === 0 ? 'sunken' : 'paper',
      }),
    ),
    defineSection('call_to_action', 'yours', {
      title: 'Made something with {product: genmate}?',
      text: 'Send us a page and its outline. If we’re both happy with it, we’ll publish it under your name and take it down whenever you ask.',
      actions: [
        {
          label: 'Share a page by email',
          href: toMailto('A page for the {product: genmate} community', [
            '',
            'I wrote this with {product: genmate} and would like to share a page:',
            '',
            'Title:',
            'Name to show:',
            '',
          ]),
          look: 'primary',
        },
        { ...startFree, look: 'secondary' },
      ],
      layout: 'stacked',
      background: 'paper',
    }),
  ],
});

export const genmatePages = [home, features, pricing, community];
