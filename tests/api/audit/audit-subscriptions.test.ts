import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { subscriptions, users } from '#db/schema/index.ts';
import { eq } from 'drizzle-orm';
import { write } from '#db/write.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('names a subscription by its plan and user, and by its plan alone once the user is deleted', async () => {
  const admin = await createApiCaller(test);
  const user = await createUser(test, { firstName: 'Henrik', lastName: 'Dahl' });
  const now = test.clock.now();
  const shared = {
    customerId: 'cus_1',
    userId: user.id,
    priceId: 'price_1',
    status: 'active' as const,
    currentPeriodStart: now,
    currentPeriodEnd: now,
    createdAt: now,
    syncedAt: now,
  };
  const entry = { at: now, actorId: null, action: 'subscription.started' as const };
  await write(test.db, [
    test.db.orm.insert(subscriptions).values([
      { ...shared, stripeSubscriptionId: 'sub_1', productId: 4, planName: 'Creator' },
      { ...shared, stripeSubscriptionId: 'sub_2', productId: 1, planName: 'TaxMate' },
    ]),
    insertAuditStatement(test.db, { ...entry, subject: 'subscription:sub_1' }),
    insertAuditStatement(test.db, { ...entry, subject: 'subscription:sub_2' }),
  ]);
  const listLabels = async () => {
    const { body } = await admin.call('GET', '/api/admin/audit?action=subscription.started');
    return body.data.map((row: { subject: { label: string } }) => row.subject.label);
  };
  expect(await listLabels()).toEqual(['TaxMate of Henrik Dahl', 'GenMate Creator of Henrik Dahl']);
  await write(test.db, [test.db.orm.delete(users).where(eq(users.id, user.id))]);
  expect(await listLabels()).toEqual(['TaxMate', 'GenMate Creator']);
});
