import { describe, expect, it } from 'vitest';
import { permissions } from '#api/domain/permissions.ts';
import { getDeclaredAccess } from '#api/endpoints/access.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { toBearerHeader, toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import { auditedBillingRoutes } from './audited-billing-routes.ts';
import { auditedMailRoutes } from './audited-mail-routes.ts';
import { auditedOpenshelfRoutes } from './audited-openshelf-routes.ts';
import { auditedKeyRoutes } from './audited-key-routes.ts';
import { auditedRedirectRoutes } from './audited-redirect-routes.ts';
import { auditedSiteRoutes } from './audited-site-routes.ts';
import { auditedWaitingListRoutes } from './audited-waiting-list-routes.ts';
import { type AuditedRoute, auditedRoutes, UNAUDITED_ROUTES } from './audited-routes.ts';
import { auditedUserRoutes } from './audited-user-routes.ts';
import { auditedStripeUndos, auditedUndos, UNDO } from './audited-undos.ts';

const ROUTES = {
  ...auditedRoutes,
  ...auditedWaitingListRoutes,
  ...auditedUserRoutes,
  ...auditedMailRoutes,
  ...auditedOpenshelfRoutes,
  ...auditedKeyRoutes,
  ...auditedRedirectRoutes,
  ...auditedSiteRoutes,
};

const FAIL_AUDIT = `CREATE TRIGGER fail_audit BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no audit row'); END`;
/** The audit log, with its search index; and what a check of the account at Stripe has read, which changes nothing. */
const UNCOMPARED_TABLES = /^(audit_(log|subjects|search(_\w+)?)|sqlite_sequence|stripe_check|stripe_price_checks)$/;

/** All rows of all tables, to see whether a call changed any; of sessions the ids, because every call sets when one was used. */
async function readRows({ db }: TestApp): Promise<Record<string, unknown>> {
  const { rows } = await db.client.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
  const tables = rows.map(({ name }) => String(name)).filter((name) => !UNCOMPARED_TABLES.test(name));
  const contents = await Promise.all(
    tables.map(async (name) => {
      const columns = name === 'sessions' ? 'id' : '*';
      return [name, await db.client.execute(`SELECT ${columns} FROM "${name}"`)] as const;
    }),
  );
  return Object.fromEntries(contents.map(([name, content]) => [name, content.rows.map((row) => ({ ...row }))]));
}

const readNewEntries = async ({ db }: TestApp, lastId: number) =>
  (await db.client.execute({ sql: 'SELECT * FROM audit_log WHERE id > ? ORDER BY id', args: [lastId] })).rows;

async function call({ app }: TestApp, { token }: ApiCaller, method: string, path: string, body: unknown) {
  const init =
    body instanceof FormData ? { method, headers: toBearerHeader(token), body } : toRequestInit(token, method, body);
  return (await app.request(path, init)).status;
}

/** Calls the route twice: with an audit log that takes no rows, which must change nothing, and as it is. */
async function walk<App extends TestApp>(test: App, route: string, example: AuditedRoute<App>): Promise<void> {
  const admin = await createApiCaller(test);
  const [method = '', pattern = ''] = route.split(' ');
  const prepared = await example.prepare?.({ test, admin });
  const send = () => call(test, admin, method, prepared?.path ?? pattern, prepared?.body ?? example.body);
  const { rows } = await test.db.client.execute('SELECT coalesce(max(id), 0) AS id FROM audit_log');
  const lastId = Number(rows[0]?.id);
  const before = await readRows(test);

  await test.db.client.execute(FAIL_AUDIT);
  expect(await send()).toBe(500);
  expect(await readRows(test)).toEqual(before);
  await test.db.client.execute('DROP TRIGGER fail_audit');

  expect(await send()).toBeLessThan(300);
  if (example.isAtStripe) expect(await readRows(test)).toEqual(before);
  else expect(await readRows(test)).not.toEqual(before);
  const recorded = await readNewEntries(test, lastId);
  const outcomes = recorded.filter(({ action }) => action === example.outcome);
  expect(outcomes).toHaveLength(example.outcome ? 1 : 0);
  const entries = recorded.filter((entry) => !outcomes.includes(entry));
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ action: example.action, actor_id: admin.id });
  const toValues = (json: unknown) => (json === null ? null : JSON.parse(String(json)));
  expect(toValues(entries[0]?.before)).toEqual(example.before ? expect.objectContaining(example.before) : null);
  expect(toValues(entries[0]?.after)).toEqual(example.after ? expect.objectContaining(example.after) : null);
}

describe('T32 every change in the back office writes exactly one audit row, in the batch of the change', () => {
  it('every route that may change something has an example here, or the reason why it is not recorded', async () => {
    const test = await createTestApp();
    const routes = test.app.routes
      .filter(({ method, handler }) => {
        const access = getDeclaredAccess(handler);
        return !['GET', 'ALL'].includes(method) && permissions.some((permission) => permission === access);
      })
      .map(({ method, path }) => `${method} ${path}`);
    await test.close();
    const listed = [ROUTES, auditedBillingRoutes, UNAUDITED_ROUTES].flatMap((table) => Object.keys(table));
    expect(listed.sort()).toEqual([...new Set(routes)].sort());
  });

  it.each(Object.entries(ROUTES))('%s', async (route, example) => {
    const test = await createTestApp();
    await walk(test, route, example).finally(() => test.close());
  });

  it.each(Object.entries(auditedUndos))('undo of %s', async (_kind, example) => {
    const test = await createTestApp();
    await walk(test, `POST ${UNDO}`, example).finally(() => test.close());
  });

  it.each(Object.entries(auditedStripeUndos))('undo of %s', async (_kind, example) => {
    const test = await createPaymentApp();
    await walk(test, `POST ${UNDO}`, example).finally(() => test.close());
  });

  it.each(Object.entries(auditedBillingRoutes))('%s', async (route, example) => {
    const test = await createPaymentApp();
    await walk(test, route, example).finally(() => test.close());
  });
});
