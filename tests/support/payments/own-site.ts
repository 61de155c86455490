import { onTestFinished } from 'vitest';
import { setCatalogueSource } from '#api/domain/catalogue.ts';
import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import { setSiteFactsSource } from '#api/domain/site-facts.ts';
import { planIntervals } from '#api/domain/site-plans.ts';
import { toSiteFacts } from '#api/domain/site-settings.ts';
import { PublishedSite } from '#api/published-site.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { type ApiCaller, createApiCaller } from '../app/api-caller.ts';
import { answerAll, copyNewSite } from '../app/new-site.ts';
import { createTestDatabase } from '../app/test-app.ts';
import { demoCatalogue } from '../site/demo-catalogue.ts';
import { createPaymentApp, type PaymentApp } from './payment-app.ts';
import { createSubscriber, type Subscriber } from './subscriber.ts';
import type { Rewrite } from './rewriting-proxy.ts';

/** Fields of a form by their names. A plan without a price is free. */
type OwnFields = { name: string } & Record<string, unknown>;
type OwnProduct = OwnFields & { plans: readonly OwnFields[] };

export type OwnSite = PaymentApp & {
  /** The owner, who is signed in. */
  admin: ApiCaller;
  published: PublishedSite;
  /** Saves fields as the draft of a product, plan or page, as its form does. */
  saveDraft(path: 'products' | 'plans' | 'pages', id: number, change: object): Promise<void>;
  /** Saves fields of groups of the settings as their draft, such as `{ features: { documents: true } }`. */
  saveSettings(change: Readonly<Record<string, object>>): Promise<void>;
  addProduct(product: OwnFields): Promise<Listed>;
  /** Adds a plan with its prices at the payment provider. */
  addPlan(product: Pick<Listed, 'product_id'>, plan: OwnFields): Promise<Listed>;
  findProduct(name: string): Promise<Listed>;
  findPlan(name: string): Promise<Listed>;
  /** Publishes every draft. This process then sells and formats by what was published. */
  publish(): Promise<{ publish_id: number; undo: { id: string } }>;
  /** A signed-in user without a subscription. */
  createBuyer(): Promise<Subscriber>;
};

/** As the lists of the back office show it. */
export type Listed = { id: number; product_id: number; key: string; name: string };

export const BUOY: OwnProduct = {
  name: 'Buoy',
  description: 'Moorings and berths.',
  has_waiting_list: true,
  plans: [
    { name: 'Deckhand' },
    { name: 'Solo', price_month: 10 },
    { name: 'Crew', price_month: 30 },
    { name: 'Fleet', price_year: 400 },
  ],
};

const answers: FirstRunAnswers = {
  name: 'Tideworks',
  legal_name: 'Tideworks Ltd',
  logo: null,
  mark: null,
  colour: '#2a8fb5',
  starting_point: 'products',
  products: [],
  country: 'NZ',
  currency: 'NZD',
  locale: 'en-NZ',
  time_zone: 'Pacific/Auckland',
  sender_name: '',
  email: 'kia@tideworks.example',
};

/** A plan without a price is free. */
const toPlanFields = ({ name: _, ...fields }: OwnFields): Record<string, unknown> =>
  'price_year' in fields ? fields : { price_month: 0, ...fields };

type Options = {
  /** What the owner answers otherwise in the first run. */
  answers?: Partial<FirstRunAnswers>;
  products?: readonly OwnProduct[];
  rewrite?: Rewrite;
};

/**
 * A site after a real first run, whose products, plans and prices at the payment sandbox were made by the calls of the screens, and
 * published. Nothing of the demo is in it. Closed when the test ends.
 */
export async function createOwnSite({ answers: changes, products = [BUOY], rewrite }: Options = {}): Promise<OwnSite> {
  const data = await createTestDatabase(copyNewSite);
  const { deps, db } = data;
  const published = await PublishedSite.open(db);
  const test = await createPaymentApp({ data, ...(rewrite && { rewrite }) });
  onTestFinished(async () => {
    setCatalogueSource(() => demoCatalogue);
    setSiteFactsSource(() => toSiteFacts(demoSettings, 'OpenShelf'));
    await test.close();
  });
  Object.defineProperties(deps.site, {
    settings: { get: () => published.content.settings },
    brand: { get: () => published.content.brand },
    pages: { get: () => published.content.pages },
    name: { get: () => published.content.settings.company.name },
    timeZone: { get: () => published.content.settings.language.time_zone },
    apps: { value: [] },
  });
  const admin = await createApiCaller(test);

  /** Calls as the owner, and expects success. */
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  async function act(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await admin.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  type Fields = Record<string, object>;
  async function changeDraft(path: string, id: number, change: (fields: Fields) => Fields): Promise<void> {
    const { live_draft, draft } = await act('GET', `/api/admin/${path}/${id}/draft`);
    const { fields, version, base_revision } = draft ?? live_draft;
    const edited = { content: '', client_id: `client-of-${path}-${id}`, version, base_revision };
    await act('PUT', `/api/admin/${path}/${id}/draft`, { fields: change(fields), ...edited });
  }
  const saveDraft: OwnSite['saveDraft'] = (path, id, change) =>
    changeDraft(path, id, (fields) => ({ ...fields, ...change }));
  const find = async (path: 'products' | 'plans', name: string): Promise<Listed> => {
    const parts: Listed[] = (await act('GET', `/api/admin/${path}`))[path];
    const part = parts.find((each) => each.name === name);
    if (!part) throw new Error(`none of the ${path} is called ${name}`);
    return part;
  };
  const site: OwnSite = {
    ...test,
    admin,
    published,
    saveDraft,
    async saveSettings(change) {
      const { id } = await act('GET', '/api/admin/settings');
      const merge = (fields: Fields) =>
        Object.entries(change).map(([group, values]) => [group, { ...fields[group], ...values }]);
      await changeDraft('settings', id, (fields) => ({ ...fields, ...Object.fromEntries(merge(fields)) }));
    },
    findProduct: (name) => find('products', name),
    findPlan: (name) => find('plans', name),
    async addProduct({ name, ...fields }) {
      const { product } = await act('POST', '/api/admin/products', { name });
      if (Object.keys(fields).length > 0) await saveDraft('products', product.id, fields);
      return product;
    },
    async addPlan({ product_id }, plan) {
      const { plan: added } = await act('POST', '/api/admin/plans', { name: plan.name, product_id });
      const fields = toPlanFields(plan);
      await saveDraft('plans', added.id, fields);
      for (const interval of planIntervals) {
        if (fields[`price_${interval}`]) await act('POST', `/api/admin/plans/${added.id}/price`, { interval });
      }
      return added;
    },
    async publish() {
      const { changes: drafts } = await act('GET', '/api/admin/site-changes');
      const parts = drafts.map(({ kind, id, version }: { kind: string; id: number; version: number }) => ({
        kind,
        id,
        version,
      }));
      const answer = await act('POST', '/api/admin/site-changes/publish', { parts });
      await db.client.execute("UPDATE publish_jobs SET status = 'live'");
      await published.reload();
      return answer;
    },
    createBuyer: () => createSubscriber(test),
  };
  await act('PUT', '/api/admin/first-run', answerAll({ ...answers, ...changes }));
  await act('POST', '/api/admin/first-run/publish', { version: 2 });
  await db.client.execute("UPDATE publish_jobs SET status = 'live'");
  await published.reload();
  for (const product of products) {
    const { plans, ...fields }: OwnProduct = product;
    const added = await site.addProduct(fields);
    for (const plan of plans) await site.addPlan(added, plan);
  }
  if (products.length > 0) await site.publish();
  return site;
}
