import { defineSection, paragraphs } from '#db/seed/site/pages/define-page.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import { nameOf } from './starting-point.ts';

export const latestPosts = () =>
  defineSection('latest_posts', 'posts', {
    title: 'From the blog',
    action: 'All posts',
    href: '/blogs',
    background: 'sunken',
  });

export const questionsAbout = (product: SiteProduct) =>
  defineSection('questions', 'questions', {
    title: 'Questions',
    items: [
      { question: `Who makes ${nameOf(product)}?`, answer: '{legal name}, {country}.' },
      { question: 'How do I get help?', answer: 'Write to {email}.' },
      {
        question: 'What do you keep about me?',
        answer: 'The privacy policy says what we keep, why, and for how long. Its link is at the foot of every page.',
      },
    ],
  });

/** Shown once the product has plans. */
export const plansOf = (product: SiteProduct) =>
  defineSection('plans', 'plans', { product: product.key, layout: 'cards', title: 'Plans' });

export const askUs = (product: SiteProduct) =>
  defineSection('call_to_action', 'ask', {
    title: `A question about ${nameOf(product)}?`,
    text: 'Write to us at {email}.',
    actions: [{ label: 'Contact', href: '/company/contact', look: 'primary' }],
    background: 'deep',
  });

export const about = (product: SiteProduct) =>
  defineSection('text', 'about', {
    title: `About ${nameOf(product)}`,
    text: paragraphs(
      `${nameOf(product)} is made by {company}. Who we are is on <a href="/company/about">our page about us</a>.`,
    ),
    layout: 'beside',
  });
