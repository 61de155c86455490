import { join } from 'node:path';
import { createApp } from '#api/app.ts';
import { findProduct, listPaidPlans } from '#api/domain/catalogue.ts';
import { formatPrice } from '#api/domain/money.ts';
import type { RehearsalJson } from '#api/features/purchase-rehearsal/purchase-rehearsal.contract.ts';
import { PurchaseRehearsals } from '#api/features/purchase-rehearsal/purchase-rehearsal.service.ts';
import type { PublicFetch } from '#api/publishing/verify/verify-live.ts';
import { createOwnSite, type OwnSite } from './own-site.ts';

export const PLANS_PAGE = '/buoy';
export const BUOY_FOR_SALE = {
  name: 'Buoy',
  page: PLANS_PAGE,
  prices_address: PLANS_PAGE,
  plans: [{ name: 'Crew', price_month: 30, price_year: 300 }],
};

export type RehearsalSite = OwnSite & {
  /** Rehearses as a press on the screen does, and waits until it has ended. */
  rehearse(): Promise<RehearsalJson>;
  rehearsals: PurchaseRehearsals;
};

/** Pages as visitors get them: that of the plans shows what is published, that after the payment leads to the product. */
const fetchPage: PublicFetch = async (path) => {
  const cards = listPaidPlans().flatMap(({ planName, prices, currency }) =>
    prices.map(
      ({ amount, interval }) => `<h3>${planName}</h3><p>${formatPrice(amount, currency)} per ${interval}</p>
        <a href="/login?callbackUrl=${encodeURIComponent(`${path}?plan=${planName}`)}">Choose ${planName}</a>`,
    ),
  );
  const next = listPaidPlans().map(({ productId, productName }) => {
    const { appUrl } = findProduct(productId) ?? {};
    return `<div data-product="${productName}"><a href="${appUrl ?? PLANS_PAGE}">Go on</a></div>`;
  });
  const body = Buffer.from(`<html><body>${path === PLANS_PAGE ? cards.join('') : next.join('')}</body></html>`);
  return { status: 200, location: null, body };
};

/** A first-run site whose owner sells Crew by the month and by the year, and can rehearse its purchase. */
export async function createRehearsalSite(options: Parameters<typeof createOwnSite>[0] = {}): Promise<RehearsalSite> {
  const site = await createOwnSite({ products: [BUOY_FOR_SALE], ...options });
  const { deps, admin, control } = site;
  control.setDelivery({ mode: 'auto' });
  const rehearsals = new PurchaseRehearsals({
    deps,
    createApp,
    fetchPage,
    directory: join(site.directory, 'tmp'),
    deliveryMaxMs: 5_000,
  });
  deps.purchaseRehearsals = rehearsals;
  return {
    ...site,
    rehearsals,
    async rehearse() {
      await admin.call('POST', '/api/admin/purchase-rehearsal');
      await rehearsals.stop();
      return (await admin.call('GET', '/api/admin/purchase-rehearsal')).body;
    },
  };
}

/** What failed, as the person reads it. */
export const listFailed = ({ rehearsal }: RehearsalJson): string[] =>
  [...(rehearsal?.steps ?? []), ...(rehearsal?.purchases ?? []).flatMap(({ steps }) => steps)].flatMap(
    ({ name, state, text }) => (state === 'failed' ? [`${name}: ${text}`] : []),
  );
