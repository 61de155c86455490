import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from '#api/adapters/pino-logger.ts';

it('keeps the code of an error in the log, and masks sign-in codes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'log-'));
  const file = join(directory, 'log');
  const log = createLogger('info', file);
  log.error({ err: Object.assign(new Error('No space.'), { code: 'ENOSPC' }) }, 'failed');
  log.error({ err: Object.assign(new Error('Wrong code.'), { code: '123456' }) }, 'failed');
  log.info({ code: '123456', user: { code: '123456' } }, 'signed in');
  const text = await readFile(file, 'utf8');
  expect(text).toContain('"code":"ENOSPC"');
  expect(text).not.toContain('123456');
  await rm(directory, { recursive: true, force: true });
});
