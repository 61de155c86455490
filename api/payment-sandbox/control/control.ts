import type { Fault, Faults } from '../http/faults.ts';
import type { Engine } from '../state/engine.ts';
import type { Kind, Kinds } from '../state/kinds.ts';
import type { Deliverer, DeliverySettings } from '../webhooks/deliverer.ts';

/** What tests and the sandbox's own page can do with it. */
export type SandboxControl = {
  /** The sandbox's clock, Unix seconds. */
  now(): number;
  /** Moves the sandbox's clock forward and runs everything that becomes due on the way. */
  advanceTo(unixSeconds: number): Promise<void>;
  /** Oldest first. */
  events(): readonly Kinds['event'][];
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
};

export const createControl = ({
  engine,
  deliverer,
  faults,
}: {
  engine: Engine;
  deliverer: Deliverer;
  faults: Faults;
}): SandboxControl => ({
  now: engine.now,
  advanceTo: engine.advanceTo,
  events: () => engine.store.list('event'),
  list: (kind) => engine.store.list(kind),
  get: (kind, id) => engine.store.get(kind, id),
  sendEvent: async (id) => {
    if (!engine.store.get('event', id)) throw new RangeError(`no event ${id}`);
    await deliverer.sendAgain(id);
  },
  delivery: deliverer.settings,
  setDelivery: deliverer.set,
  deliverHeld: deliverer.release,
  whenDelivered: deliverer.whenSent,
  faults: faults.list,
  setFault: faults.set,
  clearFaults: faults.clear,
});
