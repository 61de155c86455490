import { company } from '#src/config/site.ts';
import { paths } from '#src/lib/paths.ts';

export const about = {
  title: 'About us',
  description: `${company.name} is a small company in ${company.address.city}, Aotearoa New Zealand, that makes tools for creators, doers and thinkers.`,
  heading: 'A small company that makes careful tools.',
  lead: `${company.name} began in ${company.address.city} in July 2024 with a plain observation: the work that matters most to people is often the work their tools help with least.`,
  paragraphs: [
    'Books stall in the middle. Tax waits in a drawer. Finished writing sits in a folder because publishing it is one chore too many. None of this is for want of talent or of will. It is because long, slow, exacting work needs a kind of help that software rarely gives.',
    'So we make software that is patient. It keeps the thread of a long piece of work, shows where every figure comes from, and leaves the decisions to the person whose name is on the result.',
    'We are a company of several products rather than one, because they share an idea: a mate is someone who helps you to do your own thing well, and does not make it about themselves.',
  ],
} as const;

export const productLines = [
  {
    mark: 'genmate',
    name: 'GenMate',
    text: 'writes long-form work with you, chapter by chapter.',
    href: paths.genmate,
  },
  { mark: 'taxmate', name: 'TaxMate', text: 'keeps the year’s tax in order, a little at a time.', href: paths.taxmate },
  {
    mark: 'openshelf',
    name: 'OpenShelf',
    text: 'puts finished work on a public shelf, in every format readers use.',
    href: null,
  },
  {
    mark: 'chatmate',
    name: 'ChatMate',
    text: 'will answer everyday questions and get to the point.',
    href: paths.chatmateWaitingList,
  },
] as const;

export const contact = {
  title: 'Contact',
  description: `Write to ${company.name}: e-mail answered within one business day, texts within hours. Phone and address in ${company.address.city}.`,
  heading: 'Write, text or call. A person answers.',
  lead: 'There is no ticket number and no robot in between. Tell us what you are trying to do, and we will help or say honestly that we cannot.',
  before: [
    {
      name: 'About a product',
      text: 'Say which one, what you did and what you expected. A screenshot is worth a paragraph.',
    },
    {
      name: 'About your account',
      text: 'Write from the e-mail address you sign in with. Changes to that address, and to your photo, also go through us.',
    },
    {
      name: 'About your privacy',
      text: 'Ask what we hold, have it corrected or have it deleted. The same address reaches us.',
    },
  ],
} as const;

export const team = {
  title: 'Team',
  description: `The people of ${company.name}, introduced by the crafts they bring: writing, engineering, design and looking after customers.`,
  heading: 'Few people, several crafts.',
  lead: `${company.name} was founded by Aroha Ngata and Tom Whitaker. Around them is a small team in which everyone makes something and everyone answers mail.`,
  people: [
    { name: 'Aroha Ngata', role: 'Founder' },
    { name: 'Tom Whitaker', role: 'Founder' },
    { name: 'Mei Lin Chen', role: 'Writes on our blog' },
    { name: 'Sione Taufa', role: 'Writes on our blog' },
  ],
  crafts: [
    {
      name: 'Words',
      text: 'We make writing tools, so we write: the guides, the blog, and every sentence on a button. If a screen needs explaining, its words were wrong.',
    },
    {
      name: 'Engineering',
      text: 'Small programs, tested against the real thing, that a newcomer can read in an afternoon. Quiet systems are the aim; clever ones are not.',
    },
    {
      name: 'Design',
      text: 'Paper, ink and one green. We take things away until what is left is plainly needed, and check it by keyboard, in the dark and on an old phone.',
    },
    {
      name: 'Care',
      text: 'Support is not a department here. The person who built a thing reads what people say about it, and replies.',
    },
  ],
} as const;

export const mission = {
  title: 'Mission',
  description: `Why ${company.name} exists: to help creators, doers and thinkers finish the work that is theirs.`,
  heading: 'To help people finish the work that is theirs.',
  lead: 'Beginnings are easy to come by. There are a great many half-written books, half-kept ledgers and half-told stories in the world. We would like there to be fewer.',
  groups: [
    {
      name: 'Creators',
      text: 'should be able to hold a whole book in view, and get from the first page to the last without losing either.',
    },
    {
      name: 'Doers',
      text: 'should be able to meet what is asked of them, tax included, without giving up their evenings.',
    },
    {
      name: 'Thinkers',
      text: 'should be able to ask, test and set down an idea, and put it where others can find it.',
    },
  ],
  close: `That is also what we mean by our tagline, “${company.tagline}” Money is time already spent. A tool earns its price when it gives some of that time back.`,
} as const;

export const philosophy = {
  title: 'Philosophy',
  description: `The principles ${company.name} works by: the person decides, every figure can be opened, plain words, and an easy way out.`,
  heading: 'How we decide, when it is not obvious.',
  lead: 'Principles are only worth writing down if they sometimes cost something. These do, and we keep them anyway.',
  principles: [
    {
      name: 'The person decides',
      text: 'Our tools draft, sort and suggest. They do not send, file or publish on their own. The name on the work is yours, so the last word is too.',
    },
    {
      name: 'Show the working',
      text: 'Every figure can be opened and every change undone. Trust that has to be asked for has already been lost.',
    },
    {
      name: 'Say “I do not know”',
      text: 'A tool that is always sure is sometimes lying. Ours mark what they suppose apart from what they know.',
    },
    {
      name: 'Plain words',
      text: 'If we cannot say it simply we have not understood it. That goes for buttons, prices and terms alike.',
    },
    {
      name: 'Leave the door open',
      text: 'Your work comes out in open formats and a subscription ends with one choice. People should stay because they want to.',
    },
    {
      name: 'Calm by design',
      text: 'No streaks, no countdowns, no red dots asking to be fed. Good tools are put down when the work is done.',
    },
  ],
} as const;

export const milestones = {
  title: 'Milestones',
  description: `The short history of ${company.name}: founded in July 2024, early access in August 2025.`,
  heading: 'A short history, so far.',
  lead: 'We list what has happened, not what we hope for. When something is done it will appear here.',
  entries: [
    {
      date: '2024-07',
      when: 'July 2024',
      name: 'Company founded',
      text: `${company.name} is founded in Aotearoa New Zealand, to make tools for creators, doers and thinkers.`,
    },
    {
      date: '2025-08',
      when: 'August 2025',
      name: 'Early access',
      text: 'Early access opens. The first people outside the company begin to use what we make, and to tell us what to change.',
    },
  ],
} as const;
