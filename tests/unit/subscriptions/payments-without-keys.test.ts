import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPayments } from '#api/adapters/stripe/start-payments.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'payments-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Starts payments without keys of Stripe, and stops them again. */
async function startWithout(settings: Record<string, string>) {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const env = readEnv({ DATA_DIR: directory, PORT: '0', ...settings });
  const { payments, sandbox, stop } = await startPayments({ env, clock: systemClock, log });
  await stop();
  return { canBuy: payments !== null, hasSandbox: sandbox !== null, log: logged.join('') };
}

it('without keys of Stripe one server with a database file has the payment sandbox, outside production', async () => {
  expect(await startWithout({})).toEqual({ canBuy: true, hasSandbox: true, log: '' });
});

it('without keys of Stripe nothing can be bought where several servers may share the database, and the start says why', async () => {
  const shared = {
    DATABASE_URL: 'libsql://db.example.com',
    APP_SECRET: 'a secret of 32 characters or more',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'media',
    S3_REGION: 'auto',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  };
  expect(await startWithout(shared)).toEqual({
    canBuy: false,
    hasSandbox: false,
    log: expect.stringContaining('nothing can be bought, because the payment sandbox is for one server'),
  });
});
