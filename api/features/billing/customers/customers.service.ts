import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { stripeCustomers, users } from '#db/schema/index.ts';
import type { customerResponse } from './customers.contract.ts';

/** The user with this email address, and the customer at the payment provider. @throws not_found */
export async function findCustomer({ db }: Pick<Deps, 'db'>, email: string): Promise<z.infer<typeof customerResponse>> {
  const [row] = await db.orm
    .select({ user_id: users.id, user_email: users.email, customer_id: stripeCustomers.customerId })
    .from(users)
    .leftJoin(stripeCustomers, eq(stripeCustomers.userId, users.id))
    .where(eq(users.email, email))
    .orderBy(desc(stripeCustomers.createdAt))
    .limit(1);
  if (!row) throw notFoundError('No account has this email address.');
  return row;
}
