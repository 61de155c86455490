import { listEverPaidPlans } from '#api/domain/catalogue.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import { paths } from '#src/lib/paths.ts';
import { getSiteProducts } from '#src/lib/products.ts';

type Link = { label: string; href: string };
type Step = { name: string; text: string };
type Welcome = {
  /** Of the product that was subscribed to. */
  name: string;
  /** By how the subscription began: with a payment, a trial, or nothing to pay. Scripts show the one that is true. */
  starts: readonly { start: 'paid' | 'trial' | 'free'; steps: readonly Step[] }[];
  next: Link;
  back: Link;
  pricesAddress: string;
};

const receipt = { name: 'Check your email for the receipt', text: 'It goes to the email address of your account.' };
const trialMail = {
  name: 'Check your email',
  text: 'It says when your trial ends, what you pay then, and how to cancel before. Nothing is charged until then.',
};

/** What people read who have subscribed, for each product with a paid plan, in the order of the plans. Only while a page is rendered. */
export function listWelcomes(): Welcome[] {
  const sold = new Set(listEverPaidPlans().map(({ productId }) => productId));
  return [...sold].flatMap((id) => {
    const product = getSiteProducts().find(({ product_id }) => product_id === id);
    return product ? [createWelcome(product)] : [];
  });
}

function createWelcome(product: SiteProduct): Welcome {
  const { name, page, app_url: appUrl, prices_address: pricesAddress } = product;
  const back =
    page === '' ? { label: 'Go to the home page', href: paths.home } : { label: `Back to ${name}`, href: page };
  const app = appUrl === '' ? null : { label: `Open the ${name} app`, href: appUrl };
  const usual = app ?? { label: `Go to ${name}`, href: page || paths.home };
  const steps = product.first_steps.length > 0 ? product.first_steps : usualSteps(name);
  return {
    name,
    starts: [
      { start: 'paid', steps: [receipt, ...steps] },
      { start: 'trial', steps: [trialMail, ...steps] },
      { start: 'free', steps },
    ],
    next: { label: product.start_label || usual.label, href: product.start_href || usual.href },
    back,
    pricesAddress: pricesAddress || paths.home,
  };
}

const usualSteps = (name: string) => [
  { name: `Open ${name}`, text: 'Sign in with the same email address. Everything in your plan is ready.' },
];
