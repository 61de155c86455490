import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook } from '#api/adapters/webhook-signature.ts';
import { loadDocumentedConsumer, type OpenEntitlements } from '../../support/payments/documented-consumer.ts';
import { runEntitlementLives } from '../../support/payments/entitlement-lives.ts';
import { chooseSize } from '../../support/random/size.ts';

const SEEDS = chooseSize(1, 20);
const FIRST_SEED = Number(process.env.ENTITLEMENT_SEED ?? 2);
const SECRET = 'whsec_test';
const NOW = Date.parse('2026-11-28T10:00:00.000Z');

let directory: string;
let open: OpenEntitlements;
let lines: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'documented-consumer-'));
  ({ open, lines } = await loadDocumentedConsumer(directory));
});
afterAll(() => rm(directory, { recursive: true }));

describe('The program of docs/api.md', () => {
  const create = (name: string) =>
    open({ file: join(directory, name), secret: SECRET, ask: async () => null, now: () => NOW });
  const body = JSON.stringify({
    data: {
      version: 7,
      user: { id: 1, email: 'ana@example.com', is_suspended: false },
      entitlements: [{ product: 'buoy', is_active: true, limits: { boats: null } }],
      free_plans: [],
    },
  });

  it('has at most 40 lines.', () => {
    expect(lines).toBeLessThanOrEqual(40);
  });

  it('keeps what a signed webhook says, also after it was started anew.', async () => {
    expect(create('kept.json').receive(body, signWebhook(SECRET, body, NOW))).toBe(204);
    expect(await create('kept.json').findLimits(1, 'buoy')).toEqual({ boats: null });
    expect(await create('kept.json').findLimits(1, 'other')).toBeNull();
  });

  it.each([
    ['with another secret', signWebhook('whsec_other', body, NOW)],
    ['that was signed ten minutes ago', signWebhook(SECRET, body, NOW - 600_000)],
    ['without a signature', ''],
  ])('refuses a webhook %s.', async (_name, signature) => {
    const consumer = create('refused.json');
    expect(consumer.receive(body, signature)).toBe(400);
    expect(await consumer.findLimits(1, 'buoy')).toBeNull();
  });

  it.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
    'is right about ten random lives after each delivery: late, twice, out of order, over restarts (seed %d).',
    async (seed) => {
      const { differences, compared, delivered, kinds } = await runEntitlementLives(open, {
        seed,
        people: 10,
        steps: 120,
      });
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(100);
      expect(delivered).toBeGreaterThan(20);
      expect(kinds).toContain('entitlements.changed');
    },
    600_000,
  );
});
