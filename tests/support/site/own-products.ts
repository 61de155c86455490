import { and, eq, sql } from 'drizzle-orm';
import { completePlan } from '#api/domain/site-plans.ts';
import { completeProduct, type SiteProduct } from '#api/domain/site-products.ts';
import { completePage } from '#api/domain/site-pages.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import type { Database } from '#db/client.ts';
import { siteParts } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

const define = (product_id: number, key: string, fields: Partial<SiteProduct>): SiteProduct =>
  completeProduct({ product_id, key, position: 10 + product_id, ...fields });

/** Products of a company that is not the demo's: one sold, one awaited, one of each colour. */
export const ownProducts: readonly SiteProduct[] = [
  define(11, 'logbook', {
    name: 'Logbook',
    tagline: 'Every trip, written down.',
    page: '/logbook',
    prices_address: '/logbook',
    has_waiting_list: true,
    colour: '#7a3e9d',
  }),
  define(12, 'harbourmaster', {
    name: 'Harbourmaster',
    tagline: 'Berths and guests in one place.',
    has_waiting_list: true,
    motif: 'shelf',
  }),
  define(13, 'tidal', { name: 'Tidal', tagline: 'Tables of tides, offline.', page: '/company/about' }),
];

const ownPlans = [
  completePlan({
    key: 'crew',
    name: 'Crew',
    product_id: 11,
    position: 11,
    price: 149,
    features: [{ text: 'For six' }],
  }),
];

/** A page for the prices of the first, with its menu above the headline. */
const logbookPage = completePage({
  title: '{product: logbook}',
  address: '/logbook',
  is_listed: true,
  sections: [
    { id: 'hero', kind: 'hero', fields: { heading: '{product: logbook}', product_menu: 'logbook' } },
    { id: 'plans', kind: 'plans', fields: { product: 'logbook', layout: 'cards' } },
  ],
});
const productLinks = [
  { label: '{product: logbook}', href: '/logbook' },
  { label: 'Waiting list', href: '/logbook/waitinglist' },
];

/** Adds these products with a page and a menu, archives those of the demo with their plans, and publishes. */
export async function offerOwnProducts({ db }: { db: Database }, products: readonly SiteProduct[] = ownProducts) {
  const insert = (kind: 'product' | 'plan' | 'page', parts: readonly Record<string, unknown>[]) =>
    db.orm.insert(siteParts).values(parts.map((fields) => ({ kind, fields, createdAt: 0, updatedAt: 0 })));
  await write(db, [
    sql`UPDATE ${siteParts} SET fields = json_set(fields, '$.is_archived', json('true')) WHERE kind IN ('product', 'plan')`,
    insert('product', products),
    insert('plan', ownPlans),
    insert('page', [logbookPage]),
    sql`UPDATE ${siteParts} SET fields = json_set(fields,
        '$.product_menus[#]', json(${JSON.stringify({ product: 'logbook', links: productLinks })}),
        '$.menu[#]', json(${JSON.stringify({ label: 'Ours', href: '', links: productLinks })}))
      WHERE kind = 'navigation'`,
    enqueuePublishStatement(db, { kind: 'site', reason: 'Products', now: 0 }),
  ]);
}

/** Publishes a product with other fields. */
export const changeProduct = ({ db }: { db: Database }, key: string, change: Partial<SiteProduct>) =>
  write(db, [
    db.orm
      .update(siteParts)
      .set({ fields: sql`json_patch(${siteParts.fields}, ${JSON.stringify(change)})` })
      .where(and(eq(siteParts.kind, 'product'), eq(sql`${siteParts.fields} ->> 'key'`, key))),
    enqueuePublishStatement(db, { kind: 'site', reason: 'A product', now: 0 }),
  ]);
