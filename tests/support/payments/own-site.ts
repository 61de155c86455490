import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listProductApps } from '#api/domain/catalogue.ts';
import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import { planIntervals } from '#api/domain/site-plans.ts';
import { PublishedSite } from '#api/published-site.ts';
import { type ApiCaller, signInCaller } from '../app/api-caller.ts';
import { createDirectoryTemplate, moveLogIntoDatabase } from '../app/directory-template.ts';
import { answerAll, NEW_SITE, prepareNewSite } from '../app/new-site.ts';
import { pushSiteSources } from '../app/site-sources.ts';
import { createTestDatabase, type TestDatabase } from '../app/test-app.ts';
import { createUser, findUserByEmail } from '../app/users.ts';
import type { Rewrite } from './rewriting-proxy.ts';
import { createSandboxApp, type PaymentApp } from './sandbox-app.ts';
import { createSubscriber, type Subscriber } from './subscriber.ts';
import type { OwnFields, OwnProduct } from './tideworks.ts';

/** Below the data directory of a site, as the server has it. */
const SANDBOX_DIRECTORY = 'payment-sandbox';

type Settings = Readonly<Record<string, object>>;

export type OwnSite = PaymentApp & {
  /** The owner, who is signed in. */
  admin: ApiCaller;
  published: PublishedSite;
  /** Saves fields as the draft of a product, plan or page, as its form does. */
  saveDraft(path: 'products' | 'plans' | 'pages', id: number, change: object): Promise<void>;
  /** Saves fields of groups of the settings as their draft, such as `{ features: { documents: true } }`. */
  saveSettings(change: Settings): Promise<void>;
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
  /** Fields of groups of the settings that the owner publishes before there are products. */
  settings?: Settings;
  rewrite?: Rewrite;
};

/**
 * A site after a real first run, whose products, plans and prices at the payment sandbox were made by the calls of the screens, and
 * published. Nothing of the demo is in it. Closed when the test ends.
 */
export async function createOwnSite(options: Options = {}): Promise<OwnSite> {
  const site = await openOwnSite(options);
  onTestFinished(() => site.close());
  return site;
}

/** As `createOwnSite`, until it is closed. */
export const openOwnSite = ({
  answers: changes,
  products = [BUOY],
  settings = {},
  rewrite,
}: Options = {}): Promise<OwnSite> =>
  openSite(copyOwnSite({ ...(changes && { answers: changes }), products, settings }), { rewrite });

type Prepared = { answers: FirstRunAnswers; products: readonly OwnProduct[]; settings: Settings };
const templates = new Map<string, () => Promise<string>>();

/** Copies the data directory of a site, which is made once per test worker. */
export function copyOwnSite({
  answers: changes,
  products = [],
  settings = {},
}: Omit<Options, 'rewrite'>): () => Promise<string> {
  const prepared: Prepared = { answers: { ...answers, ...changes }, products, settings };
  const key = JSON.stringify(prepared);
  const copy = templates.get(key) ?? createDirectoryTemplate((directory) => prepareSite(directory, prepared));
  templates.set(key, copy);
  return copy;
}

/** The first run, and what the owner then adds, by the calls of the screens. */
async function prepareSite(directory: string, { answers: given, products, settings }: Prepared): Promise<void> {
  await prepareNewSite(directory);
  const site = await openSite(async () => directory, { isPrepared: false });
  await site.act('PUT', '/api/admin/first-run', answerAll(given));
  await site.act('POST', '/api/admin/first-run/publish', { version: 2 });
  await site.goLive();
  if (Object.keys(settings).length > 0) {
    await site.saveSettings(settings);
    await site.publish();
  }
  for (const product of products) {
    const { plans, ...fields }: OwnProduct = product;
    const added = await site.addProduct(fields);
    for (const plan of plans) await site.addPlan(added, plan);
  }
  if (products.length > 0) await site.publish();
  await site.close();
  await moveLogIntoDatabase(join(directory, SANDBOX_DIRECTORY, 'payment-sandbox.db'));
}

/** Lets a site read what its owner has published, as a server does. Returns what ends that. */
export async function readPublished({ db, deps }: TestDatabase) {
  const published = await PublishedSite.open(db);
  const release = pushSiteSources({ catalogue: () => published.content, facts: () => published.content.facts });
  const facts = {
    settings: () => published.content.settings,
    brand: () => published.content.brand,
    pages: () => published.content.pages,
    name: () => published.content.settings.company.name,
    timeZone: () => published.content.settings.language.time_zone,
    apps: listProductApps,
  };
  for (const [name, get] of Object.entries(facts)) {
    // A test may say otherwise, as another publish would.
    const set = (value: unknown) => Object.defineProperty(deps.site, name, { value, writable: true });
    Object.defineProperty(deps.site, name, { get, set, configurable: true });
  }
  return { published, release };
}

type Opening = {
  rewrite?: Rewrite | undefined;
  /** False: the directory is a template in the making, and stays. */
  isPrepared?: boolean;
};

async function openSite(copyDirectory: () => Promise<string>, { rewrite, isPrepared = true }: Opening) {
  const data = await createTestDatabase(copyDirectory);
  const { db } = data;
  const { published, release } = await readPublished(data);
  const test = await createSandboxApp(isPrepared ? data : { ...data, close: () => closeFiles(data) }, {
    rewrite,
    directory: join(data.directory, SANDBOX_DIRECTORY),
    hasWebhooks: isPrepared,
  });
  const { adminEmail: email } = NEW_SITE;
  const owner = isPrepared ? await findUserByEmail(test, email) : await createUser(test, { email, role: 'admin' });
  const admin = await signInCaller(test, owner);

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
  const goLive = async () => {
    await db.client.execute("UPDATE publish_jobs SET status = 'live'");
    await published.reload();
  };
  const site = {
    ...test,
    async close() {
      release();
      await test.close();
    },
    act,
    goLive,
    admin,
    published,
    saveDraft,
    async saveSettings(change: Settings) {
      const { id } = await act('GET', '/api/admin/settings');
      const merge = (fields: Fields) =>
        Object.entries(change).map(([group, values]) => [group, { ...fields[group], ...values }]);
      await changeDraft('settings', id, (fields) => ({ ...fields, ...Object.fromEntries(merge(fields)) }));
    },
    findProduct: (name: string) => find('products', name),
    findPlan: (name: string) => find('plans', name),
    async addProduct({ name, ...fields }: OwnFields): Promise<Listed> {
      const { product } = await act('POST', '/api/admin/products', { name });
      if (Object.keys(fields).length > 0) await saveDraft('products', product.id, fields);
      return product;
    },
    async addPlan({ product_id }: Pick<Listed, 'product_id'>, plan: OwnFields): Promise<Listed> {
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
      await goLive();
      return answer;
    },
    createBuyer: () => createSubscriber(test),
  };
  return site;
}

async function closeFiles({ deps, db }: TestDatabase): Promise<void> {
  await deps.html.close();
  db.client.close();
}
