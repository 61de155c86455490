import { definePage, defineSection } from './define-page.ts';

export const home = definePage({
  title: '{company}: {tagline}',
  address: '/',
  sections: [
    defineSection('hero', 'hero', {
      eyebrow: 'From {origin}',
      heading: '{greeting}',
      lead: '{tagline}',
      size: 'opening',
      actions: [
        { label: 'Meet {product: genmate}', href: '/genmate', look: 'primary' },
        { label: 'Read our blog', href: '/blogs', look: 'secondary' },
      ],
      drawing: 'hills',
    }),
    defineSection('news', 'news', { label: 'News' }),
    defineSection('film', 'showcase', {
      eyebrow: '{product: genmate}',
      title: 'Long work, one chapter at a time',
      lead: '{product: genmate} drafts with you from outline to last page. It keeps track of the details; you make the decisions.',
      points: [
        { text: 'Start with an outline that guides every chapter.' },
        { text: 'Every version of every chapter is kept, so nothing is lost.' },
        { text: 'Export the finished work as EPUB, PDF or HTML.' },
      ],
      actions: [{ label: 'Join the waiting list', href: '/genmate/waitinglist', look: 'primary' }],
      film: '/media/intro.mp4',
      poster: { url: '/media/intro-poster.webp', alt: '' },
      captions: '/media/intro.vtt',
      description: 'A short, silent introduction to our tools',
      duration: '0:20',
      background: 'deep',
    }),
    defineSection('products', 'products', {
      title: 'Two tools to think with',
      lead: '{product: genmate} is inviting people from its waiting list. {product: chatmate} is on the way.',
      cards: [
        {
          product: 'genmate',
          name: '{product: genmate}',
          text: 'For authors, teachers, marketers and founders with something long to say. Plan it, draft it chapter by chapter, and finish it.',
          note: 'Early access: join the waiting list and we’ll email you an invitation.',
          action: 'Try it now',
          href: '/genmate/waitinglist',
          look: 'primary',
        },
        {
          product: 'chatmate',
          name: '{product: chatmate}',
          text: 'A chat assistant for everyday work: short questions, straight answers, no fuss. Join the waiting list and hear first.',
          action: 'Coming Soon',
          action_hint: '{product: chatmate} waiting list',
          href: '/chatmate/waitinglist',
          look: 'secondary',
        },
      ],
      lines: [
        {
          product: 'taxmate',
          label: '{product: taxmate}',
          href: '/taxmate/home',
          text: 'keeps your tax tidy all year, for {price: TaxMate} a month.',
        },
        {
          product: 'openshelf',
          label: '{product: openshelf}',
          href: '/openshelf',
          text: 'shares finished works by independent authors.',
        },
      ],
    }),
    defineSection('latest_posts', 'stories', {
      title: "Some Things We've Written",
      action: 'Read more stories',
      href: '/blog',
      background: 'sunken',
    }),
  ],
});
