import type { StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import { SiteScheduleWorker } from '#api/features/site-changes/schedule/worker.service.ts';
import { siteParts } from '#api/site-parts.ts';
import { compareOffer } from '#src/features/subscriptions/checkout/offers.ts';
import { createSeededRandom, type Random } from '../random/seeded-random.ts';
import { createOwnSite, type OwnSite } from './own-site.ts';
import { CARD_OK } from './subscriber.ts';

const HOUR_MS = 60 * 60_000;
const DAY_S = 24 * 60 * 60;
/** Minor units of one whole unit, from Stripe’s documentation: the test doesn’t ask the table that it tests. */
const MINOR_UNITS: Readonly<Record<string, number>> = { NZD: 100, HUF: 100, JPY: 1, KWD: 1000 };
const INTERVALS = ['month', 'year'] as const;
const PLANS_MAX = 7;
/** Whole units of a typical price: HUF 100 is less than Stripe charges. */
const getScale = (currency: string) => (currency === 'HUF' ? 100 : 1);

// biome-ignore lint/suspicious/noExplicitAny: fields of drafts and answers, whose shape the test knows
type Json = any;
type Part = { kind: string; id: number; version: number };
/** What of a plan is sold; null while it was never published. */
type LiveParts = ReadonlyMap<string, Json>;
type Offer = {
  planName: string;
  productName: string;
  currency: string;
  interval: string;
  price: number;
  priceId: string | null;
  obstacle: string | null;
  trialDays: number;
  sellsSeats: boolean;
};
export type EditsResult = {
  differences: string[];
  /** How often each act did something. */
  acts: Record<string, number>;
  bought: number;
  refused: number;
};

type World = {
  site: OwnSite;
  random: Random;
  currency: string;
  /** The published fields of each part, by what the test published: nothing is read back. */
  live: LiveParts;
  schedules: { id: number; at: number; parts: LiveParts; before: LiveParts }[];
  undos: { id: string; before: LiveParts; parts: LiveParts }[];
  /** Fields that plans had, with the prices at the provider of then. */
  history: Json[];
  /** Offers of pages that are still open somewhere. */
  oldOffers: Offer[];
  /** What the pages of each release offer, the newest last. */
  releases: Offer[][];
  /** What visitors see while an earlier release is restored; null while they see the newest. */
  restored: Offer[] | null;
  result: EditsResult;
};

/**
 * Edits, prices, archives, publishes, schedules, undoes, discards and restores the plans of an own site at random, and buys in between, on
 * pages of now, of a restored release, and on some that were opened long ago. After each step the offers are compared with what was published, and each
 * purchase with its offer.
 */
export async function runCatalogueEdits(options: {
  seed: number;
  steps: number;
  currency: string;
  country: string;
}): Promise<EditsResult> {
  const { seed, steps, currency, country } = options;
  const scale = getScale(currency);
  const plans = [
    { name: 'Deckhand' },
    { name: 'Solo', price_month: 100 * scale, price_year: 1000 * scale, trial_days: 14 },
    { name: 'Crew', price_month: 300 * scale, sells_seats: true },
  ];
  const site = await createOwnSite({ answers: { currency, country }, products: [{ name: 'Buoy', plans }] });
  const result: EditsResult = { differences: [], acts: {}, bought: 0, refused: 0 };
  const live = await readLive(site);
  const random = createSeededRandom(seed);
  const world: World = {
    site,
    random,
    currency,
    live,
    schedules: [],
    undos: [],
    history: [],
    oldOffers: [],
    releases: [],
    restored: null,
    result,
  };
  for (let step = 0; step < steps && result.differences.length === 0; step += 1) {
    const [name, act] = random.pick(ACTS);
    if (await act(world)) result.acts[name] = (result.acts[name] ?? 0) + 1;
    await compareOffers(world, `step ${step} (${name})`);
    await buySomething(world, `step ${step} (${name})`);
  }
  return result;
}

/** The state before the first edit; afterwards the test keeps its own. */
async function readLive(site: OwnSite): Promise<LiveParts> {
  const { plans } = (await site.admin.call('GET', '/api/admin/plans')).body;
  const entries = plans.map(async ({ id }: { id: number }) => {
    const { live_draft } = (await site.admin.call('GET', `/api/admin/plans/${id}/draft`)).body;
    return [`plan:${id}`, live_draft.fields] as const;
  });
  const { id } = (await site.admin.call('GET', '/api/admin/settings')).body;
  const { live_draft } = (await site.admin.call('GET', `/api/admin/settings/${id}/draft`)).body;
  return new Map([...(await Promise.all(entries)), ['settings', live_draft.fields]]);
}

type Act = (world: World) => Promise<boolean>;

async function call({ site, result }: World, method: string, path: string, body?: unknown) {
  const answer = await site.admin.call(method, path, body);
  if (answer.status >= 500)
    result.differences.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

async function pickPlan(world: World): Promise<{ id: number; name: string }> {
  const { plans } = (await call(world, 'GET', '/api/admin/plans')).body;
  return world.random.pick(plans);
}

const edit =
  (create: (world: World) => object): Act =>
  async (world) => {
    const { id } = await pickPlan(world);
    return world.site.saveDraft('plans', id, create(world)).then(
      () => true,
      () => false,
    );
  };

const createPrice: Act = async (world) => {
  const { id } = await pickPlan(world);
  const { status } = await call(world, 'POST', `/api/admin/plans/${id}/price`, {
    interval: world.random.pick(INTERVALS),
  });
  return status === 200;
};

/** A new price, at the provider too, so that it is sold as soon as it is published. */
const reprice: Act = async (world) => {
  const { id } = await pickPlan(world);
  const interval = world.random.pick(INTERVALS);
  await world.site.saveDraft('plans', id, { [`price_${interval}`]: pickPrice(world) }).catch(() => undefined);
  return (await call(world, 'POST', `/api/admin/plans/${id}/price`, { interval })).status === 200;
};

const archive: Act = async (world) => {
  const { id } = await pickPlan(world);
  const is_archived = world.random.oneIn(3);
  return (await call(world, 'POST', `/api/admin/plans/${id}/archive`, { is_archived })).status === 200;
};

const addPlan: Act = async (world) => {
  const { plans } = (await call(world, 'GET', '/api/admin/plans')).body;
  if (plans.length >= PLANS_MAX) return false;
  const { product_id } = await world.site.findProduct('Buoy');
  const name = `Plan ${world.random.below(1000)}`;
  const { status, body } = await call(world, 'POST', '/api/admin/plans', { name, product_id });
  if (status !== 201) return false;
  await world.site.saveDraft('plans', body.plan.id, { price_month: pickPrice(world) });
  return true;
};

/** Drafts that wait: all of them, or some, with the fields that a publish would bring, and those that it would replace. */
async function pickDrafts(world: World): Promise<{ parts: Part[]; fields: LiveParts; before: LiveParts }> {
  const { changes } = (await call(world, 'GET', '/api/admin/site-changes')).body;
  const isAll = world.random.oneIn(2);
  const chosen = changes.filter(() => isAll || world.random.oneIn(2));
  const parts = chosen.map(({ kind, id, version }: Part) => ({ kind, id, version }));
  const fields = new Map<string, Json>();
  const before = new Map<string, Json>();
  for (const { kind, id } of parts) {
    if (kind !== 'plan' && kind !== 'settings') continue;
    const { body } = await call(world, 'GET', `/api/admin/${kind === 'plan' ? 'plans' : kind}/${id}/draft`);
    const key = kind === 'plan' ? `plan:${id}` : kind;
    if (body.draft) fields.set(key, body.draft.fields);
    // A plan that visitors never saw has fields of its own: those that it was made with.
    before.set(key, body.live_draft.fields);
  }
  return { parts, fields, before };
}

/** As the server does it: the release is live, the catalogue is read, and prices that are new are compared with the provider. */
async function follow(world: World): Promise<void> {
  const { site } = world;
  await site.db.client.execute("UPDATE publish_jobs SET status = 'live'");
  await site.published.reload();
  (site.deps.stripeCheck as StripeCheck).followCatalogue();
  await checkStripe(world);
  world.releases.push(await readOffers(world));
}

/** Visitors see the pages of an earlier release until publishing is resumed; what is sold is what was published last. */
const restoreRelease: Act = async (world) => {
  if (world.releases.length < 2) return false;
  world.restored = world.random.pick(world.releases);
  return true;
};

const resumePublishing: Act = async (world) => {
  const isRestored = world.restored !== null;
  world.restored = null;
  return isRestored;
};

/** Joins a check that an event has begun, and makes another, which reads what is now. */
async function checkStripe({ site }: World): Promise<void> {
  await site.deps.stripeCheck.run();
  await site.deps.stripeCheck.run();
}

function bring(world: World, fields: LiveParts): void {
  for (const [key, each] of fields) if (key !== 'settings') world.history.push(each);
  world.live = new Map([...world.live, ...fields]);
}

const publish: Act = async (world) => {
  const { parts, fields } = await pickDrafts(world);
  if (parts.length === 0) return false;
  const { status, body } = await call(world, 'POST', '/api/admin/site-changes/publish', { parts });
  if (status !== 200) return false;
  world.undos.push({ id: body.undo.id, before: world.live, parts: fields });
  bring(world, fields);
  await follow(world);
  return true;
};

const discard: Act = async (world) => {
  const { parts } = await pickDrafts(world);
  if (parts.length === 0) return false;
  return (await call(world, 'POST', '/api/admin/site-changes/discard', { parts })).status === 200;
};

const undoPublish: Act = async (world) => {
  const last = world.undos.pop();
  if (!last) return false;
  if ((await call(world, 'POST', '/api/admin/undo', { ids: [last.id] })).status !== 200) return false;
  const next = new Map(world.live);
  for (const key of last.parts.keys()) {
    const before = last.before.get(key);
    if (before === undefined) next.delete(key);
    else next.set(key, before);
  }
  world.live = next;
  await follow(world);
  return true;
};

const schedule: Act = async (world) => {
  const { parts, fields, before } = await pickDrafts(world);
  if (parts.length === 0) return false;
  const at = world.site.clock.now() + HOUR_MS;
  const publish_at = new Date(at).toISOString();
  const { status, body } = await call(world, 'POST', '/api/admin/site-changes/schedules', { parts, publish_at });
  if (status === 201) world.schedules.push({ id: body.schedule.id, at, parts: fields, before });
  return status === 201;
};

const cancelSchedule: Act = async (world) => {
  const planned = world.schedules.pop();
  if (!planned) return false;
  return (await call(world, 'DELETE', `/api/admin/site-changes/schedules/${planned.id}`)).status === 200;
};

/** A schedule brings the fields that it changes: what was published meanwhile of the others stays. */
const merge = ({ live }: World, { parts, before }: { parts: LiveParts; before: LiveParts }): LiveParts =>
  new Map(
    [...parts].map(([key, fields]) => {
      const [then, now] = [before.get(key), live.get(key)];
      const names = Object.keys(fields).filter((name) => JSON.stringify(fields[name]) === JSON.stringify(then?.[name]));
      const kept = now === undefined ? [] : names.map((name) => [name, now[name]]);
      return [key, { ...fields, ...Object.fromEntries(kept) }];
    }),
  );

/** An hour passes: what is due is published, or says why not. */
const waitForSchedules: Act = async (world) => {
  const { site, schedules } = world;
  if (schedules.length === 0) return false;
  site.clock.advance(HOUR_MS);
  const worker = new SiteScheduleWorker({ ...site.deps, parts: siteParts });
  await worker.whenIdle();
  await worker.stop();
  const left = (await call(world, 'GET', '/api/admin/site-changes')).body.schedules.map(({ id }: Part) => id);
  for (const planned of schedules) if (!left.includes(planned.id)) bring(world, merge(world, planned));
  world.schedules = [];
  await follow(world);
  return true;
};

/** Somebody archives a price in the provider’s dashboard, or takes it back. */
const archiveAtStripe: Act = async (world) => {
  const { site, random } = world;
  const ids = (await readOffers(world)).flatMap(({ priceId }) => priceId ?? []);
  if (ids.length === 0) return false;
  await site.control.dashboard.updatePrice(random.pick(ids), { active: random.oneIn(2) });
  await site.deliver();
  await checkStripe(world);
  return true;
};

function pickPrice({ random, currency }: World): number | null {
  const price = random.pick([null, 80, 100, 120, 250, 300, 1000]);
  return price && price * getScale(currency);
}

/** Whether tax is charged, and whether it is in the prices or comes on top. */
const changeTaxSide: Act = async ({ site, random }) => {
  await site.saveSettings({ tax: { is_automatic: !random.oneIn(3), prices_include_tax: random.oneIn(2) } });
  return true;
};

const ACTS: readonly (readonly [string, Act])[] = [
  ['price by the month', edit((world) => ({ price_month: pickPrice(world) }))],
  ['price by the month', edit((world) => ({ price_month: pickPrice(world) }))],
  ['price by the year', edit((world) => ({ price_year: pickPrice(world) }))],
  ['free', edit(() => ({ price_month: 0, price_year: null }))],
  ['trial', edit(({ random }) => ({ trial_days: random.pick([null, 7, 30]) }))],
  ['seats', edit(({ random }) => ({ sells_seats: random.oneIn(2) }))],
  ['name', edit(({ random }) => ({ name: `Plan ${random.below(1000)}` }))],
  ['earlier fields', edit(({ history, random }) => toRestored(history.length === 0 ? {} : random.pick(history)))],
  ['price at Stripe', createPrice],
  ['price at Stripe', createPrice],
  ['price at Stripe', createPrice],
  ['new price', reprice],
  ['new price', reprice],
  ['new price', reprice],
  ['new price', reprice],
  ['tax side', changeTaxSide],
  ['archive', archive],
  ['new plan', addPlan],
  ['publish', publish],
  ['publish', publish],
  ['publish', publish],
  ['publish', publish],
  ['publish', publish],
  ['discard', discard],
  ['undo', undoPublish],
  ['schedule', schedule],
  ['cancel schedule', cancelSchedule],
  ['scheduled', waitForSchedules],
  ['dashboard', archiveAtStripe],
  ['restored release', restoreRelease],
  ['resumed', resumePublishing],
];

/** Prices, trial and seats of then, on whichever plan. Names and keys stay those of the plan. */
const toRestored = ({
  price_month,
  price_year,
  trial_days,
  sells_seats,
  stripe_price_month,
  stripe_price_year,
}: Json) =>
  Object.fromEntries(
    Object.entries({ price_month, price_year, trial_days, sells_seats, stripe_price_month, stripe_price_year }).filter(
      ([, value]) => value !== undefined,
    ),
  );

const readPlans = async ({ site }: World): Promise<Json[]> =>
  (await (await site.app.request('/api/subscriptions/plans')).json()) as Json[];

/** What a page that is opened now offers. */
const readOffers = async (world: World): Promise<Offer[]> => toOffers(await readPlans(world));

const toOffers = (plans: readonly Json[]): Offer[] =>
  plans.flatMap(({ planName, productName, currency, trial_days, sells_seats, prices }) =>
    prices.map((price: Pick<Offer, 'interval' | 'price' | 'priceId' | 'obstacle'>) => ({
      planName,
      productName,
      currency,
      ...price,
      trialDays: trial_days,
      sellsSeats: sells_seats,
    })),
  );

/** What the price at the provider may not say of tax; null while none is charged. */
function readWrongTaxSide({ live }: World): 'inclusive' | 'exclusive' | null {
  const { is_automatic, prices_include_tax } = live.get('settings').tax;
  if (!is_automatic) return null;
  return prices_include_tax ? 'exclusive' : 'inclusive';
}

/** Offers are what was published, and nothing of a draft. */
async function compareOffers(world: World, when: string): Promise<void> {
  const offers = await readOffers(world);
  const seen = offers.map(({ planName, interval, price, currency, trialDays, sellsSeats }) =>
    JSON.stringify([planName, interval, price, currency, trialDays, sellsSeats]),
  );
  const due = [...world.live]
    .filter(([key, { is_archived }]) => key !== 'settings' && !is_archived)
    .flatMap(([, fields]) =>
      INTERVALS.filter((interval) => fields[`price_${interval}`] > 0).map((interval) =>
        JSON.stringify([
          ...[fields.name, interval, fields[`price_${interval}`], world.currency],
          ...[fields.trial_days ?? 0, fields.sells_seats],
        ]),
      ),
    );
  if (JSON.stringify(seen.toSorted()) !== JSON.stringify(due.toSorted()))
    world.result.differences.push(`${when}: offered ${seen.join(' ')}, published ${due.join(' ')}`);
  for (const { planName, interval, priceId, obstacle } of offers)
    if (priceId === null && obstacle === null)
      world.result.differences.push(`${when}: ${planName} by the ${interval} has no price and doesn’t say so`);
}

/** Somebody presses a button: of a page of now, of a restored release, or of one that was opened some time ago. */
async function buySomething(world: World, when: string): Promise<void> {
  const { random, oldOffers, restored } = world;
  const offers = await readOffers(world);
  if (offers.length > 0 && restored === null) {
    const offer = random.pick(offers);
    await press(world, offer, `${when}, a page of now`, true);
    if (offer.obstacle === null) oldOffers.push(offer);
  }
  if (restored !== null && restored.length > 0)
    await pressShown(world, random.pick(restored), `${when}, a restored release`);
  if (oldOffers.length === 0 || !random.oneIn(2)) return;
  const old = random.pick(oldOffers);
  // A program may send the price that it read then; a browser asks what the plans are sold for now.
  if (random.oneIn(3)) await press(world, old, `${when}, an old price`, false);
  else await pressShown(world, old, `${when}, an old page`);
}

/** As the script of the page does it: it compares what is shown with what is sold now, and says what differs before a press counts. */
async function pressShown(world: World, shown: Offer, when: string): Promise<void> {
  const plans = await readPlans(world);
  const { planName, interval, price: amount, currency, trialDays } = shown;
  const state = compareOffer({ planName, interval, amount, currency, trialDays }, plans);
  const pressed = `page that is ${state.kind}`;
  world.result.acts[pressed] = (world.result.acts[pressed] ?? 0) + 1;
  if (state.kind === 'gone' || state.kind === 'unsold') {
    world.result.refused += 1;
    return;
  }
  const offer = toOffers(plans).find((each) => each.planName === planName && each.interval === interval);
  if (!offer) return;
  const accepted =
    state.kind === 'same' ? shown : { ...shown, price: state.offer.amount, currency: state.offer.currency };
  const { priceId, obstacle, sellsSeats, productName } = offer;
  await press(
    world,
    { ...accepted, priceId, obstacle, sellsSeats, productName, trialDays: offer.trialDays },
    when,
    true,
  );
}

async function press(world: World, offer: Offer, when: string, isFresh: boolean): Promise<void> {
  const { site, random, result } = world;
  if (offer.priceId === null) return;
  const buyer = await site.createBuyer();
  const quantity = isFresh && offer.sellsSeats ? 1 + random.below(4) : 1;
  const { planName, productName, priceId } = offer;
  const fail = (what: string) => result.differences.push(`${when}, ${JSON.stringify(offer)}: ${what}`);
  const { status, body } = await buyer.checkout(planName, { productName, priceId, quantity });
  if (status !== 200) {
    result.refused += 1;
    if (status >= 500 || !/[.!?]$/.test(String(body.message))) fail(`${status} ${JSON.stringify(body)}`);
    if (isFresh && offer.obstacle === null) fail(`offered, but refused: ${body.message}`);
    if (isFresh && offer.obstacle !== null && body.message !== offer.obstacle) fail(`another reason: ${body.message}`);
    return;
  }
  if (isFresh && offer.obstacle !== null) fail('sold, though the page says that it isn’t');
  await site.control.pay(body.sessionId, { card: CARD_OK });
  await buyer.call('GET', `/checkout/${body.sessionId}`);
  result.bought += 1;
  const sold = site.control.list('subscription').find(({ metadata }) => metadata.user_id === String(buyer.id)) as Json;
  const item = sold?.items.data[0];
  const unit = offer.price * (MINOR_UNITS[offer.currency] ?? 0);
  const charged = {
    unit: item?.price.unit_amount,
    currency: item?.price.currency.toUpperCase(),
    interval: item?.price.recurring.interval,
    quantity: item?.quantity,
  };
  const due = { unit, currency: offer.currency, interval: offer.interval, quantity };
  if (JSON.stringify(charged) !== JSON.stringify(due)) fail(`charged ${JSON.stringify(charged)}`);
  if (item?.price.tax_behavior === readWrongTaxSide(world)) fail(`tax is ${item.price.tax_behavior}`);
  if (!isFresh) return;
  const trialDays = sold.trial_end === null ? 0 : Math.round((sold.trial_end - sold.created) / DAY_S);
  if (trialDays !== offer.trialDays) fail(`a trial of ${trialDays} days`);
  const invoice = site.control.get('invoice', String(sold.latest_invoice)) as Json;
  const total = offer.trialDays > 0 ? 0 : unit * quantity;
  if (invoice?.total !== total) fail(`the first invoice is about ${invoice?.total}`);
}
