import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, it, onTestFinished } from 'vitest';
import { parseEnv } from 'node:util';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { startLibsqlServer } from '../../support/machines/engines.ts';

const createSecrets = () =>
  parseEnv(execFileSync(process.execPath, [join(PROJECT_ROOT, 'deploy/docker/create-secrets.ts')]).toString());

it('a libSQL server takes the token that create-secrets.ts writes for its key, and no other', async () => {
  const [own, other] = [createSecrets(), createSecrets()];
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  const server = await startLibsqlServer(folder, undefined, { SQLD_AUTH_JWT_KEY: own.SQLD_AUTH_JWT_KEY ?? '' });
  onTestFinished(() => server.stop());
  const select = (authToken?: string) => createClient({ url: server.httpUrl, authToken }).execute('SELECT 1 AS one');
  expect((await select(own.DATABASE_AUTH_TOKEN)).rows[0]?.one).toBe(1);
  await expect(select(other.DATABASE_AUTH_TOKEN)).rejects.toThrow('401');
  await expect(select()).rejects.toThrow('401');
});
