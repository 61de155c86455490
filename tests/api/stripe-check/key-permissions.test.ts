import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { formatPermission, keyPermissions } from '#api/adapters/stripe/key-permissions.ts';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { listKeyPermissions } from '../../support/payments/key-permissions.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';

const RESTRICTED = 'rk_test_restricted';

async function start(permissions: ReturnType<typeof listKeyPermissions>) {
  const { sandbox, control } = await startTestSandbox();
  control.restrictKey(RESTRICTED, permissions);
  const { setup } = createStripePayments({
    secretKey: RESTRICTED,
    apiBase: sandbox.url,
    webhookSecrets: [],
    priceIds: {},
    sandboxUrl: sandbox.url,
    now: Date.now,
  });
  return setup;
}

it.each(keyPermissions.map((permission) => [formatPermission(permission), permission] as const))(
  'The check of a restricted key that lacks ‘%s’ names it with what it is for, and nothing that the key has',
  async (name, { resource, access, isNeeded, use }) => {
    const setup = await start(listKeyPermissions({ resource, access }));
    const missing = await setup.listMissingPermissions();
    expect(missing).toContainEqual({ name, isNeeded, use });
    const lacking = keyPermissions.filter(
      (each) => each.resource === resource && (access === 'read' || each.access === access),
    );
    expect(missing.map((each) => each.name)).toEqual(lacking.map(formatPermission));
  },
);

it('The permissions of docs/stripe.md are those of the table that is checked', async () => {
  const text = await readFile(new URL('../../../docs/stripe.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+?) +\| (Read|Write) +\| ([^|]+?) +\|$/gm)].map((match) =>
    match.slice(1, 4),
  );
  const uses = Map.groupBy(keyPermissions, ({ label }) => label);
  expect(rows).toEqual(
    [...uses].map(([label, permissions]) => [
      label,
      permissions.at(-1)?.access === 'write' ? 'Write' : 'Read',
      permissions
        .map(({ use, access }) => (permissions.length > 1 && access === 'write' ? `Write: ${use}` : use))
        .join('; '),
    ]),
  );
});
