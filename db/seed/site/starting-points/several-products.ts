import type { SiteProduct } from '#api/domain/site-products.ts';
import { definePage, defineSection } from '#db/seed/site/pages/define-page.ts';
import { about, askUs, latestPosts, plansOf } from './shared-sections.ts';
import {
  nameOf,
  type StartingPointDeclaration,
  type StartingPointInput,
  toLink,
  toMenuLink,
} from './starting-point.ts';

const home = ({ products }: StartingPointInput) => {
  const [first] = products;
  return definePage({
    title: '{company}',
    address: '/',
    sections: [
      defineSection('hero', 'hero', {
        eyebrow: '{country}',
        heading: '{greeting}',
        lead: 'What we make, and what we write about it.',
        size: 'opening',
        actions: [
          ...(first ? [{ label: `See ${nameOf(first)}`, href: first.page, look: 'primary' as const }] : []),
          { label: 'Read our blog', href: '/blogs', look: first ? 'secondary' : 'primary' },
        ],
      }),
      ...(products.length > 0
        ? [
            // Without cards of its own it has one for each product, as the product says.
            defineSection('products', 'products', { title: 'Our products' }),
          ]
        : []),
      latestPosts(),
      ...(first
        ? [
            defineSection('call_to_action', 'start', {
              title: `Try ${nameOf(first)}`,
              text: first.tagline,
              actions: [{ label: `See ${nameOf(first)}`, href: first.page, look: 'primary' }],
              background: 'deep',
            }),
          ]
        : []),
    ],
  });
};

const productPage = (product: SiteProduct) =>
  definePage({
    title: nameOf(product),
    description: product.tagline,
    address: product.page,
    sections: [
      defineSection('hero', 'hero', {
        eyebrow: '{company}',
        heading: nameOf(product),
        lead: product.tagline,
        size: 'wide',
        actions: [{ label: 'Contact', href: '/company/contact', look: 'primary' }],
      }),
      about(product),
      plansOf(product),
      askUs(product),
    ],
  });

/** A company with products: a home page, and a page for each of them. */
export const severalProducts: StartingPointDeclaration = {
  features: { waiting_lists: true, subscriptions: true, documentation: false, openshelf: false },
  createPages: (input) => [home(input), ...input.products.map(productPage)],
  createMenu: ({ products }) => [
    ...(products.length > 0 ? [{ label: 'Products', href: '', links: products.map(toMenuLink) }] : []),
    { label: 'Blog', href: '/blogs', links: [] },
    { label: 'About', href: '/company/about', links: [] },
    { label: 'Contact', href: '/company/contact', links: [] },
  ],
  createFooter: ({ products }) => (products.length > 0 ? [{ title: 'Products', links: products.map(toLink) }] : []),
};
