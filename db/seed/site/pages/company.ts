import { definePage, defineSection, paragraphs } from './define-page.ts';

const about = definePage({
  title: 'About us',
  description: '{company} is a small company in {city}, {origin}, that makes tools for creators, doers and thinkers.',
  address: '/company/about',
  side_menu: 'company',
  sections: [
    defineSection('hero', 'hero', {
      eyebrow: 'About us',
      heading: 'A small company making tools with care.',
      lead: '{company} began in {city} in {founded} with a plain observation: the work that matters most to people is often the work their tools help with least.',
    }),
    defineSection('image_text', 'harbour', { drawing: 'harbour' }),
    defineSection('text', 'story', {
      text: paragraphs(
        'Books stall in the middle. Tax waits in a drawer. Finished writing sits in a folder because publishing it is one chore too many. It isn’t a lack of talent or effort. Long, slow, exacting work needs a kind of help that software rarely gives.',
        'So we make patient software. It keeps track of a long piece of work, shows where every figure comes from, and leaves the decisions to the person whose name is on the result.',
        'We make several products rather than one because they share an idea: a mate helps you do your own thing well, and doesn’t make it about themselves.',
      ),
    }),
    defineSection('products', 'products', {
      title: 'What we make',
      lines: [
        {
          product: 'genmate',
          label: '{product: genmate}',
          href: '/genmate',
          text: 'writes long-form work with you, chapter by chapter.',
        },
        {
          product: 'taxmate',
          label: '{product: taxmate}',
          href: '/taxmate/home',
          text: 'keeps the year’s tax in order, a little at a time.',
        },
        {
          product: 'openshelf',
          label: '{product: openshelf}',
          href: '/openshelf',
          text: 'puts finished work on a public shelf, in every format readers use.',
        },
        {
          product: 'chatmate',
          label: '{product: chatmate}',
          href: '/chatmate/waitinglist',
          text: 'will answer everyday questions and get to the point.',
        },
      ],
    }),
  ],
});

const contact = definePage({
  title: 'Contact',
  description:
    'Contact {company}: we reply to email within one business day and to texts within hours. Phone and address in {city}.',
  address: '/company/contact',
  side_menu: 'company',
  sections: [
    defineSection('hero', 'hero', {
      eyebrow: 'Contact',
      heading: 'Write, text or call. A person answers.',
      lead: 'No ticket numbers, no bots. Tell us what you’re trying to do, and we’ll help or tell you honestly that we can’t.',
    }),
    defineSection('contact', 'ways', {
      email_note: 'A reply within one business day',
      has_texts: true,
      text_note: 'A reply within hours',
      phone_note: 'Same number. Leave a message if we miss your call.',
    }),
    defineSection('feature_grid', 'before', {
      title: 'Help us help you',
      items: [
        {
          name: 'About a product',
          text: 'Tell us which product, what you did and what you expected. A screenshot helps.',
        },
        {
          name: 'About your account',
          text: 'Email us from the address you sign in with. We also make changes to that address and to your photo.',
        },
        {
          name: 'About your privacy',
          text: 'Ask to see, correct or delete the information we hold about you. Use the same email address.',
        },
      ],
    }),
  ],
});

const team = definePage({
  title: 'Team',
  description: 'Meet the people behind {company} and what they do: writing, engineering, design and support.',
  address: '/company/team',
  side_menu: 'company',
  sections: [
    defineSection('hero', 'hero', {
      eyebrow: 'Team',
      heading: 'A few people, several crafts.',
      lead: '{company} was founded by Aroha Ngata and Tom Whitaker. They lead a small team in which everyone makes something and everyone answers email.',
    }),
    defineSection('team', 'people', {
      people: [
        { name: 'Aroha Ngata', role: 'Founder' },
        { name: 'Tom Whitaker', role: 'Founder' },
        { name: 'Mei Lin Chen', role: 'Writer' },
        { name: 'Sione Taufa', role: 'Writer' },
      ],
    }),
    defineSection('text', 'writing', {
      text: paragraphs('Read what they write on <a href="/blogs" rel="noopener noreferrer">our blog</a>.'),
    }),
    defineSection('feature_grid', 'crafts', {
      title: 'What we do',
      items: [
        {
          name: 'Writing',
          text: 'We make writing tools, so we write: the guides, the blog and the words on every button. If a screen needs explaining, we rewrite it.',
        },
        {
          name: 'Engineering',
          text: 'Small programs, thoroughly tested, that a newcomer can read in an afternoon. We’d rather be reliable than clever.',
        },
        {
          name: 'Design',
          text: 'Paper, ink and one green. We remove what isn’t needed, then test what’s left by keyboard, in dark mode and on an old phone.',
        },
        {
          name: 'Support',
          text: 'Support isn’t a separate department. The people who build a product read what customers say about it, and reply.',
        },
      ],
    }),
  ],
});

const mission = definePage({
  title: 'Mission',
  description: 'Why {company} exists: to help creators, doers and thinkers finish their own work.',
  address: '/company/mission',
  side_menu: 'company',
  sections: [
    defineSection('hero', 'hero', {
      eyebrow: 'Mission',
      heading: 'To help people finish their own work.',
      lead: 'Starting is easy. The world is full of half-written books, half-kept accounts and half-told stories. We’d like there to be fewer.',
    }),
    defineSection('feature_grid', 'groups', {
      layout: 'statements',
      items: [
        {
          name: 'Creators',
          text: 'should be able to keep a whole book in view and get from the first page to the last.',
        },
        {
          name: 'Doers',
          text: 'should be able to do what’s asked of them, tax included, without giving up their evenings.',
        },
        {
          name: 'Thinkers',
          text: 'should be able to explore an idea, write it down and publish it where others can find it.',
        },
      ],
    }),
    defineSection('text', 'tagline', {
      layout: 'quoted',
      text: paragraphs(
        'That’s what we mean by our tagline, ‘{tagline}’ Money is time you’ve already spent. A tool earns its price when it gives some of that time back.',
      ),
    }),
  ],
});

const philosophy = definePage({
  title: 'Philosophy',
  description:
    'How {company} makes decisions: the person decides, every figure can be opened, plain words, and an easy way out.',
  address: '/company/philosophy',
  side_menu: 'company',
  sections: [
    defineSection('hero', 'hero', {
      eyebrow: 'Philosophy',
      heading: 'How we decide when it’s not obvious.',
      lead: 'Principles are only worth writing down if they sometimes cost something. These do, and we keep them anyway.',
    }),
    defineSection('steps', 'principles', {
      items: [
        {
          name: 'The person decides',
          text: 'Our tools draft, sort and suggest. They don’t send, file or publish on their own. The name on the work is yours, so the last word is too.',
        },
        {
          name: 'Show the working',
          text: 'You can open every figure and undo every change. If we have to ask for your trust, we’ve already lost it.',
        },
        {
          name: 'Say ‘I don’t know’',
          text: 'A tool that’s always sure is sometimes wrong. Ours separate what they know from what they’re guessing.',
        },
        {
          name: 'Plain words',
          text: 'If we can’t say it simply, we haven’t understood it. That goes for buttons, prices and terms alike.',
        },
        {
          name: 'Leave the door open',
          text: 'You can export your work in open formats and cancel a subscription yourself. People should stay because they want to.',
        },
        {
          name: 'Calm by design',
          text: 'No streaks, no countdowns, no red dots. When the work is done, you can put the tool down.',
        },
      ],
    }),
  ],
});

const milestones = definePage({
  title: 'Milestones',
  description: 'The short history of {company}: founded in {founded}, early access in August 2025.',
  address: '/company/milestones',
  side_menu: 'company',
  sections: [
    defineSection('hero', 'hero', {
      eyebrow: 'Milestones',
      heading: 'A short history, so far.',
      lead: 'We list what has happened, not what we hope for. New milestones appear here once they’re done.',
    }),
    defineSection('timeline', 'history', {
      entries: [
        {
          date: '2024-07',
          when: '{founded}',
          name: 'Company founded',
          text: '{company} is founded in {origin}, to make tools for creators, doers and thinkers.',
        },
        {
          date: '2025-08',
          when: 'August 2025',
          name: 'Early access',
          text: 'Early access opens. The first people outside the company start using our tools and telling us what to change.',
        },
      ],
      next: paragraphs('For what’s next, follow <a href="/blogs" rel="noopener noreferrer">our blog</a>.'),
    }),
  ],
});

export const companyPages = [about, contact, team, mission, philosophy, milestones];
