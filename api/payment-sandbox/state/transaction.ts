import type { Kind, Kinds, StoredObject, WireEvent } from '../objects/kinds.ts';
import { createId, type IdKind } from './ids.ts';
import { freeze, type Row, type Store } from './store.ts';

/** The only version that the sandbox speaks: the one that the SDK of package.json sends. */
export const API_VERSION = '2026-10-28.endive';

export type RequestInfo = { id: string | null; idempotencyKey: string | null };
type Change = { kind: Kind; id: string; seq: number; object: StoredObject | null };
type WaitingEvent = { type: string; object: StoredObject };

/**
 * The changes of one request or one piece of due work. Reads see them; the store gets all of them at the end, or none. What is read is
 * frozen: to change an object, `update` its fields or `put` a new one.
 */
export class Transaction {
  readonly #store: Store;
  readonly #start: number;
  readonly #request: RequestInfo;
  readonly #changes = new Map<string, Change>();
  readonly #events: WireEvent[] = [];
  #waiting: WaitingEvent[] | null = null;
  #now: number;
  #seq: number;

  /** `now`: of the sandbox's clock, Unix seconds. */
  constructor(store: Store, now: number, request: RequestInfo = { id: null, idempotencyKey: null }) {
    this.#store = store;
    this.#start = now;
    this.#now = now;
    this.#request = request;
    this.#seq = store.nextSeq;
  }

  /** The events of this transaction, in their order. */
  get events(): readonly WireEvent[] {
    return this.#events;
  }

  find<K extends Kind>(kind: K, id: string | null | undefined): Kinds[K] | undefined {
    if (!id) return undefined;
    const change = this.#changes.get(`${kind} ${id}`);
    if (change) return (change.object as Kinds[K] | null) ?? undefined;
    return this.#store.get(kind, id);
  }

  /** For an id that another object holds: it exists. For one of a request there is `requireObject` in `http/errors.ts`. */
  get<K extends Kind>(kind: K, id: string | null | undefined): Kinds[K] {
    const object = this.find(kind, id);
    if (!object) throw new Error(`no ${kind} ${id}`);
    return object;
  }

  /** Oldest first. */
  list<K extends Kind>(kind: K, matches: (object: Kinds[K]) => boolean = () => true): Kinds[K][] {
    const changes = [...this.#changes.values()].filter((change) => change.kind === kind);
    if (changes.length === 0) return this.#store.list(kind).filter(matches);
    const stored = this.#store.list(kind).map((object) => this.find(kind, object.id));
    const added = changes.filter(({ id }) => !this.#store.get(kind, id)).map(({ object }) => object as Kinds[K] | null);
    return [...stored, ...added].filter((object): object is Kinds[K] => Boolean(object)).filter(matches);
  }

  createId(kind: IdKind): string {
    return createId(kind, this.#seq++);
  }

  put<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
    const key = `${kind} ${object.id}`;
    const seq = this.#changes.get(key)?.seq ?? this.#store.findSeq(kind, object.id) ?? this.#seq++;
    this.#changes.set(key, { kind, id: object.id, seq, object: freeze(object) });
    return object;
  }

  /** Changes fields; returns the new object. */
  update<K extends Kind>(kind: K, id: string, fields: Partial<Kinds[K]>): Kinds[K] {
    return this.put(kind, { ...this.get(kind, id), ...fields });
  }

  delete(kind: Kind, id: string): void {
    const seq = this.#store.findSeq(kind, id) ?? this.#seq;
    this.#changes.set(`${kind} ${id}`, { kind, id, seq, object: null });
  }

  /** Unix seconds. */
  now(): number {
    return this.#now;
  }

  /** For a preview: what follows happens at that time. */
  setNow(seconds: number): void {
    this.#now = seconds;
  }

  /** Forgets all changes: a preview runs the real work and throws it away. */
  discard(): void {
    this.#changes.clear();
    this.#events.length = 0;
    this.#now = this.#start;
  }

  /** Writes an event with the object as it is now. */
  emit(type: string, object: StoredObject): void {
    if (this.#waiting) {
      this.#waiting.push({ type, object });
      return;
    }
    const event: WireEvent = {
      id: this.createId('event'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: { object: object as Record<string, unknown> },
      livemode: false,
      pending_webhooks: 0,
      request: { id: this.#request.id, idempotency_key: this.#request.idempotencyKey },
      type,
    };
    this.#events.push(this.put('event', event));
  }

  /** Runs `work` and sends its events afterwards, those of `types` in that order and before all others. */
  emitInOrder<T>(types: readonly string[], work: () => T): T {
    const waiting: WaitingEvent[] = [];
    this.#waiting = waiting;
    const result = work();
    this.#waiting = null;
    const rank = ({ type }: WaitingEvent) => (types.includes(type) ? types.indexOf(type) : types.length);
    for (const { type, object } of waiting.toSorted((a, b) => rank(a) - rank(b))) this.emit(type, object);
    return result;
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()];
  }

  get rows(): Row[] {
    return this.changes.map(({ kind, id, seq, object }) => ({
      kind,
      id,
      seq,
      json: object === null ? null : JSON.stringify(object),
    }));
  }
}
