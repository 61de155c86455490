import { toJoinedPath, toWaitingListPath } from '#api/domain/product-paths.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import { paths } from '#src/lib/paths.ts';
import { findWaitingListPath, listShownProducts } from '#src/lib/products.ts';

type NamedText = { name: string; text: string };
export type WaitingList = {
  productId: number;
  /** Of the product. */
  key: string;
  name: string;
  badge: string;
  title: string;
  description: string;
  heading: string;
  lead: string;
  aboutTitle: string;
  about: readonly NamedText[];
  drawing: SiteProduct['waiting_drawing'];
  steps: readonly NamedText[];
  faq: { question: string; answer: string }[];
  /** The page of the list, and the result page of a form without scripts. */
  path: string;
  joinedPath: string;
  /** Where one may read on. */
  more: { label: string; href: string };
};

/** Next steps on the confirmation page. */
export const nextSteps = [
  {
    name: 'Check your email',
    text: 'We’ve sent you a link. Open it to confirm your address, so our invitation reaches you.',
  },
  {
    name: 'We invite people in the order they joined',
    text: 'Your place counts from the day you first joined. If you joined before, the email says where you stand.',
  },
  {
    name: 'We’ll email you when there’s room',
    text: 'Use the same link to see your place, change your answers or leave the list.',
  },
];

/** The waiting list that an address belongs to, its own or that of its result page. */
export function findWaitingList(address: string): WaitingList | null {
  const path = address.replace(/(\/joined)?(\.html)?$/, '');
  const product = listShownProducts().find((each) => findWaitingListPath(each) === path);
  return product ? createWaitingList(product) : null;
}

/** What the owner says in the fields of the product, else what is true of every waiting list. */
export function createWaitingList(product: SiteProduct): WaitingList {
  const { key, name } = product;
  const filled = <Item>(items: readonly Item[], usual: readonly Item[]) => (items.length > 0 ? items : usual);
  const about = toSentence(product.tagline || product.description);
  return {
    productId: product.product_id,
    key,
    name,
    badge: product.waiting_badge || 'Early access',
    title: `Join the ${name} waiting list`,
    description:
      product.waiting_description ||
      join(`Join the waiting list for ${name}.`, about, 'It’s free, and you can leave at any time.'),
    heading: product.waiting_heading || `Be among the first to use ${name}.`,
    lead:
      product.waiting_lead ||
      join(about, 'Join the waiting list, and we’ll email you an invitation when there’s room.'),
    aboutTitle: product.waiting_about_title || 'Why there’s a waiting list',
    about: filled(product.waiting_about, usualReasons),
    drawing: product.waiting_drawing,
    steps: filled(product.waiting_steps, usualSteps),
    faq: [...filled(product.waiting_questions, usualQuestions)],
    path: toWaitingListPath(key),
    joinedPath: toJoinedPath(key),
    more: findMore(product),
  };
}

function findMore({ name, page, waiting_more_label: label, waiting_more_href: href }: SiteProduct) {
  const [usualLabel, usualHref] = page === '' ? ['Read our blog', paths.blogs] : [`What ${name} does`, page];
  return { label: label || usualLabel, href: href || usualHref };
}

const join = (...sentences: string[]): string => sentences.filter((sentence) => sentence !== '').join(' ');

const toSentence = (text: string): string => (text === '' || /[.!?…]$/.test(text) ? text : `${text}.`);

const usualReasons: readonly NamedText[] = [
  { name: 'Small groups', text: 'With a few people at a time, we can look after each of them.' },
  { name: 'A person reads your feedback', text: 'It goes to the people who make the product.' },
  { name: 'Free to join', text: 'You don’t need a card, and there’s no obligation.' },
];

const usualSteps: readonly NamedText[] = [
  { name: 'Join the list', text: 'Your email address is all we need. Your name and what you plan to do are optional.' },
  {
    name: 'Confirm your address',
    text: 'We’ll send you an email. Open its link to confirm your address, so we know an invitation will reach you.',
  },
  { name: 'We read your plans', text: 'They help us decide what to build first. They don’t change your place.' },
  { name: 'You’re invited', text: 'When there’s room, we’ll email you an invitation with a link to get started.' },
];

const usualQuestions: readonly WaitingList['faq'][number][] = [
  {
    question: 'When will I be invited?',
    answer: 'We invite people in the order they joined, as fast as we can look after them. We haven’t set a date.',
  },
  {
    question: 'Does it cost anything to join?',
    answer: 'No. Joining is free, you don’t need a card, and there’s no obligation.',
  },
  {
    question: 'What if I join twice?',
    answer: 'Nothing changes. Each email address has one place on the list. We’ll email you where you stand.',
  },
  {
    question: 'What do you do with my email address?',
    answer:
      'We send one email to confirm the address and one when we invite you. We don’t sell or share addresses. The link in the first email shows your place and lets you leave the list at any time.',
  },
];
