import { randomUUID } from 'node:crypto';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Payments } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { write } from '#db/write.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import { findCustomerToCharge, linkCustomerStatements } from './checkout.queries.ts';

export type CheckoutDeps = Deps & { payments: Payments };
export type Buyer = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>;

/** The user's customer at the provider for a currency: once a customer has paid in one, Stripe refuses every other. */
export async function findOrCreateCustomer(deps: CheckoutDeps, buyer: Buyer, currency: string): Promise<string> {
  return (await findCustomerToCharge(deps.db, buyer.id, currency.toLowerCase())) ?? createCustomer(deps, buyer);
}

/** Also replaces a customer that someone deleted at the provider. */
export async function createCustomer(
  { db, clock, payments }: CheckoutDeps,
  buyer: Buyer,
  replaces: string | null = null,
): Promise<string> {
  const name = formatFullName(buyer) || null;
  // A new key for each call: a repeated one would bring back a customer that was deleted today.
  const { id } = await payments.createCustomer({ userId: buyer.id, email: buyer.email, name }, randomUUID());
  await write(db, linkCustomerStatements(db, { userId: buyer.id, customerId: id, replaces, now: clock.now() }));
  return id;
}
