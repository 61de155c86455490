import { completeProduct, type SiteProduct } from '#api/domain/site-products.ts';

/** Products of the demo by their keys; its documents and waiting lists name them so. */
export const productIds = { taxmate: 1, openshelf: 2, genmate: 4, chatmate: 5 } as const;

/** Where 'start free' leads: the app of GenMate. */
export const GENMATE_APP_URL = 'https://genmate.mateworks.example/start';

type Key = keyof typeof productIds;

const defineProduct = (
  key: Key,
  position: number,
  given: Pick<SiteProduct, 'name' | 'description'> & Partial<SiteProduct>,
): SiteProduct => completeProduct({ product_id: productIds[key], key, position, ...given });

/** What the demo's company offers. */
export const demoProducts: readonly SiteProduct[] = [
  defineProduct('taxmate', 1, {
    name: 'TaxMate',
    tagline: 'Tax, kept tidy all year.',
    page: '/taxmate/home',
    motif: 'receipt',
    description: 'Tax management for people who would rather be doing something else. {price: TaxMate} per month.',
    prices_address: '/subscribe',
  }),
  defineProduct('openshelf', 2, {
    name: 'OpenShelf',
    tagline: 'Finished works by independent authors.',
    page: '/openshelf',
    motif: 'shelf',
    description: 'Publish long-form work on a public shelf, in every format readers use.',
  }),
  defineProduct('genmate', 3, {
    name: 'GenMate',
    tagline: 'Long-form writing, chapter by chapter.',
    page: '/genmate',
    motif: 'page',
    description: 'Long-form writing, chapter by chapter, from outline to finished book.',
    prices_address: '/genmate/pricing',
    has_waiting_list: true,
    app_url: GENMATE_APP_URL,
  }),
  defineProduct('chatmate', 4, {
    name: 'ChatMate',
    tagline: 'A chat assistant for everyday work.',
    motif: 'speech',
    description: 'A chat assistant for everyday work. Coming soon.',
    has_waiting_list: true,
  }),
];
