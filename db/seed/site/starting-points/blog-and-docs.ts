import { definePage, defineSection } from '#db/seed/site/pages/define-page.ts';
import { latestPosts } from './shared-sections.ts';
import type { StartingPointDeclaration } from './starting-point.ts';

const home = () =>
  definePage({
    title: '{company}',
    address: '/',
    sections: [
      defineSection('hero', 'hero', {
        eyebrow: '{country}',
        heading: '{greeting}',
        lead: 'What we write, and how things work.',
        size: 'opening',
        actions: [
          { label: 'Read our blog', href: '/blogs', look: 'primary' },
          { label: 'Documentation', href: '/product-documents', look: 'secondary' },
        ],
      }),
      latestPosts(),
    ],
  });

/** Words first, and nothing to buy. */
export const blogAndDocs: StartingPointDeclaration = {
  features: { waiting_lists: false, subscriptions: false, documentation: true, openshelf: false },
  createPages: () => [home()],
  createMenu: () => [
    { label: 'Blog', href: '/blogs', links: [] },
    { label: 'Documentation', href: '/product-documents', links: [] },
    { label: 'About', href: '/company/about', links: [] },
    { label: 'Contact', href: '/company/contact', links: [] },
  ],
  createFooter: () => [],
};
