import { describe, expect, it } from 'vitest';
import { buildCustomer } from '#api/payment-sandbox/objects/customer.ts';
import { findKind } from '#api/payment-sandbox/state/ids.ts';
import { Store } from '#api/payment-sandbox/state/store.ts';
import { Transaction } from '#api/payment-sandbox/state/transaction.ts';

const start = (store: Store) => new Transaction(store, 1_800_000_000);
const putCustomer = (tx: Transaction, name: string) =>
  tx.put('customer', buildCustomer({ id: tx.createId('customer'), created: tx.now(), invoice_prefix: 'A', name }));

describe('a transaction', () => {
  it('sees its own changes; the store gets all of them when they are applied', () => {
    const store = new Store();
    const first = start(store);
    const ada = putCustomer(first, 'Ada');
    store.apply(first.changes);
    const tx = start(store);
    const grace = putCustomer(tx, 'Grace');
    tx.update('customer', ada.id, { name: 'Ada L.' });
    expect(tx.list('customer').map(({ name }) => name)).toEqual(['Ada L.', 'Grace']);
    tx.delete('customer', ada.id);
    expect(tx.find('customer', ada.id)).toBeUndefined();
    expect(tx.list('customer').map(({ name }) => name)).toEqual(['Grace']);
    expect(store.list('customer').map(({ name }) => name)).toEqual(['Ada']);
    store.apply(tx.changes);
    expect(store.list('customer')).toEqual([grace]);
  });

  it('gives ids that sort by age, in later transactions too', () => {
    const store = new Store();
    const ids = [1, 2, 3].map((number) => {
      const tx = start(store);
      const { id } = putCustomer(tx, String(number));
      store.apply(tx.changes);
      return id;
    });
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
  });

  it('holds objects that cannot be changed in place, so that an event is a snapshot', () => {
    const tx = start(new Store());
    const before = putCustomer(tx, 'Ada');
    tx.emit('customer.created', before);
    const after = tx.update('customer', before.id, { name: 'Grace', metadata: { team: 'red' } });
    tx.emit('customer.updated', after);
    expect(() => Object.assign(before.metadata, { team: 'blue' })).toThrow(TypeError);
    expect(tx.events.map(({ data }) => data.object.name)).toEqual(['Ada', 'Grace']);
  });

  it('loads again what it would save', () => {
    const tx = start(new Store());
    putCustomer(tx, 'Ada');
    tx.delete('customer', putCustomer(tx, 'Grace').id);
    const store = new Store();
    store.load(tx.rows);
    expect(store.list('customer').map(({ name }) => name)).toEqual(['Ada']);
    expect(store.nextSeq).toBeGreaterThan(1);
  });
});

it('an id tells its kind by its longest prefix', () => {
  expect(['sub_1', 'sub_sched_1', 'cs_test_1', 'x_1'].map(findKind)).toEqual([
    'subscription',
    'subscription_schedule',
    'checkout.session',
    null,
  ]);
});
