import type { SitePage } from '#api/domain/site-pages.ts';
import { definePage, defineSection, paragraphs } from '#db/seed/site/pages/define-page.ts';
import type { StartingPointInput } from './starting-point.ts';

/** What every site has about its company. */
export function createCompanyPages({ products }: StartingPointInput): SitePage[] {
  const about = definePage({
    title: 'About us',
    description: 'Who {company} is, and how to reach us.',
    address: '/company/about',
    sections: [
      defineSection('hero', 'hero', {
        eyebrow: 'About us',
        heading: 'This is {company}.',
        lead: 'Who we are, and how to reach us.',
      }),
      defineSection('text', 'about', {
        text: paragraphs(
          '{legal name} is based in {country}. On this site you find what we do and what we write.',
          'Write to us at {email}. Every way to reach us is on <a href="/company/contact">our contact page</a>.',
        ),
      }),
      ...(products.length > 0 ? [defineSection('products', 'products', { title: 'What we make' })] : []),
    ],
  });
  const contact = definePage({
    title: 'Contact',
    description: 'How to reach {company}.',
    address: '/company/contact',
    sections: [
      defineSection('hero', 'hero', {
        eyebrow: 'Contact',
        heading: 'Write to us.',
        lead: 'Questions, ideas and mistakes that you found: we would like to hear from you.',
      }),
      defineSection('contact', 'ways', {}),
    ],
  });
  return [about, contact];
}
