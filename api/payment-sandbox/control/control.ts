import { type PageResult, payOnPage } from '../billing/checkout/pay-on-page.ts';
import { changeQuantity, enterBillingDetails, enterPromotionCode } from '../billing/checkout/sessions-api.ts';
import { type BillingDetails, PREFILLED } from '../billing/taxes/billing-details.ts';
import { requireObject } from '../http/errors.ts';
import type { Fault, Faults } from '../http/faults.ts';
import type { KeyPermissions, Keys } from '../http/keys.ts';
import type { Kind, Kinds } from '../objects/kinds.ts';
import type { Engine } from '../state/engine.ts';
import type { Deliverer, DeliverySettings } from '../webhooks/deliverer.ts';
import { createDashboard, type Dashboard } from './dashboard.ts';

/** `card` null: nothing is due, and none is asked for. `authentication` answers the bank, if it asks. */
export type PagePayer = {
  card: string | null;
  authentication?: 'passed' | 'failed';
  /** What is typed and chosen on the page before. */
  promotionCode?: string;
  quantity?: number;
  /** For a session that computes tax; without, somebody from the United States. */
  billing?: BillingDetails;
};

/** What tests, the seed of the demo and the sandbox's own page can do with it. */
export type SandboxControl = {
  dashboard: Dashboard;
  /** The sandbox's clock, Unix seconds. */
  now(): number;
  /** Moves the sandbox's clock forward and runs everything that becomes due on the way. */
  advanceTo(unixSeconds: number): Promise<void>;
  /** Does what the payer does on the hosted page of a checkout session. */
  pay(sessionId: string, payer: PagePayer): Promise<PageResult>;
  /** Oldest first. */
  events(): readonly Kinds['event'][];
  /** Oldest first. */
  list<K extends Kind>(kind: K): readonly Kinds[K][];
  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined;
  sendEvent(id: string): Promise<void>;
  delivery(): DeliverySettings;
  setDelivery(settings: DeliverySettings): void;
  /** Sends what is held or waits for another try; events named in `order` go first, in that order. */
  deliverHeld(order?: readonly string[]): Promise<void>;
  whenDelivered(): Promise<void>;
  faults(): readonly Fault[];
  setFault(fault: Fault): void;
  clearFaults(): void;
  /** Makes a restricted key, or changes what it may do. */
  restrictKey(key: string, permissions: KeyPermissions): void;
  /** Where the seller is, and whether a price needs a tax side to be taxed automatically. */
  setTaxes(settings: { origin?: string | null; isTaxSideRequired?: boolean }): Promise<void>;
};

type ControlDeps = { engine: Engine; deliverer: Deliverer; faults: Faults; keys: Keys; baseUrl: () => string };

export const createControl = ({ engine, deliverer, faults, keys, baseUrl }: ControlDeps): SandboxControl => ({
  dashboard: createDashboard(engine, baseUrl),
  now: engine.now,
  advanceTo: engine.advanceTo,
  pay: (sessionId, { card: number, authentication, promotionCode, quantity, billing }) =>
    engine.run((tx) => {
      const work = { tx, baseUrl: baseUrl() };
      const readSession = () => requireObject(tx, 'checkout.session', sessionId);
      if (quantity !== undefined) changeQuantity(tx, readSession(), quantity);
      const { automatic_tax: automatic } = readSession();
      const details = billing ?? (automatic.status === 'requires_location_inputs' ? PREFILLED : null);
      if (details) enterBillingDetails(tx, readSession(), details);
      if (promotionCode !== undefined) enterPromotionCode(tx, readSession(), promotionCode);
      const result = payOnPage(work, sessionId, { card: number === null ? null : { number } });
      if (result.status !== 'requires_action' || !authentication) return result;
      return payOnPage(work, sessionId, { paymentMethod: result.paymentMethod, authentication });
    }),
  events: () => engine.store.list('event'),
  list: (kind) => engine.store.list(kind),
  get: (kind, id) => engine.store.get(kind, id),
  sendEvent: async (id) => {
    if (!engine.store.get('event', id)) throw new RangeError(`no event ${id}`);
    await deliverer.sendAgain(id);
  },
  delivery: () => deliverer.settings,
  setDelivery: (settings) => deliverer.set(settings),
  deliverHeld: (order) => deliverer.release(order),
  whenDelivered: () => deliverer.whenSent(),
  faults: faults.list,
  setFault: faults.set,
  clearFaults: faults.clear,
  restrictKey: keys.restrict,
  setTaxes: ({ origin = null, isTaxSideRequired = false }) =>
    engine.run((tx) => void tx.put('sandbox.tax_settings', { id: 'tax', origin, isTaxSideRequired })),
});
