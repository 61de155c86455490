import { openOwnSite, type OwnSite } from './own-site.ts';
import { TIDEWORKS_PRODUCTS } from './tideworks.ts';

type Options = Omit<NonNullable<Parameters<typeof openOwnSite>[0]>, 'products'>;

/** The site of Tideworks after its first run, with a payment sandbox, until it is closed: what its owner sells was made on the screens. */
export const createPaymentApp = (options: Options = {}): Promise<OwnSite> =>
  openOwnSite({ ...options, products: TIDEWORKS_PRODUCTS });
