import { randomUUID } from 'node:crypto';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Payments } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findCustomerId } from '#api/features/subscriptions/subscriptions.queries.ts';
import { write } from '#db/write.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import { linkCustomerStatement } from './checkout.queries.ts';

export type CheckoutDeps = Deps & { payments: Payments };
export type Buyer = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>;

/** The user's one customer at the provider. */
export async function findOrCreateCustomer(deps: CheckoutDeps, buyer: Buyer): Promise<string> {
  return (await findCustomerId(deps.db, buyer.id)) ?? createCustomer(deps, buyer);
}

/** Also replaces a customer that someone deleted at the provider. */
export async function createCustomer({ db, clock, payments }: CheckoutDeps, buyer: Buyer): Promise<string> {
  const name = formatFullName(buyer) || null;
  // A new key for each call: a repeated one would bring back a customer that was deleted today.
  const { id } = await payments.createCustomer({ userId: buyer.id, email: buyer.email, name }, randomUUID());
  await write(db, [linkCustomerStatement(db, buyer.id, id, clock.now())]);
  return id;
}
