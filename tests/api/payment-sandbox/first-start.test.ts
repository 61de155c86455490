import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';

const REAL_NOW = Date.UTC(2026, 10, 22);
const STARTS_AT = Date.UTC(2026, 6, 1) / 1000;

test('a new sandbox may start in the past; one that was saved goes on where it was', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const options = { directory, startsAt: STARTS_AT, now: () => REAL_NOW };
  const first = await startTestSandbox(options);
  expect([first.sandbox.isNew, first.control.now()]).toEqual([true, STARTS_AT]);
  await first.control.advanceTo(STARTS_AT + 60);
  await first.sandbox.stop();

  const second = await startTestSandbox(options);
  expect([second.sandbox.isNew, second.control.now()]).toEqual([false, STARTS_AT + 60]);
});

test('without a start in the past its clock is the real one', async () => {
  const { control, sandbox } = await startTestSandbox({ now: () => REAL_NOW });
  expect([sandbox.isNew, control.now()]).toEqual([true, REAL_NOW / 1000]);
});
