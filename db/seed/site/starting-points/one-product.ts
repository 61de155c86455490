import { definePage, defineSection } from '#db/seed/site/pages/define-page.ts';
import { about, askUs, latestPosts, plansOf, questionsAbout } from './shared-sections.ts';
import { nameOf, type StartingPointDeclaration, type StartingPointInput } from './starting-point.ts';

const home = ({ products: [product] }: StartingPointInput) =>
  definePage({
    title: product ? nameOf(product) : '{company}',
    description: product?.tagline ?? '',
    address: '/',
    sections: [
      defineSection('hero', 'hero', {
        eyebrow: product ? '{company}' : '{country}',
        heading: product ? nameOf(product) : '{greeting}',
        lead: product?.tagline ?? 'What we make, and what we write about it.',
        size: 'opening',
        actions: [
          { label: 'Contact', href: '/company/contact', look: 'primary' },
          { label: 'Read our blog', href: '/blogs', look: 'secondary' },
        ],
      }),
      ...(product ? [about(product), plansOf(product), questionsAbout(product)] : []),
      latestPosts(),
      ...(product ? [askUs(product)] : []),
    ],
  });

/** A company of one product, whose page is the home page. */
export const oneProduct: StartingPointDeclaration = {
  features: { waiting_lists: true, subscriptions: true, documentation: false, openshelf: false },
  createPages: (input) => [home(input)],
  createMenu: () => [
    { label: 'Home', href: '/', links: [] },
    { label: 'Blog', href: '/blogs', links: [] },
    { label: 'About', href: '/company/about', links: [] },
    { label: 'Contact', href: '/company/contact', links: [] },
  ],
  createFooter: () => [],
};
