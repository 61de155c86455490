import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveBackupMoments } from '../../support/backups/backup-moments.ts';
import { startLibsqlServer } from '../../support/machines/engines.ts';
import { chooseSize } from '../../support/random/size.ts';

const MOMENTS = chooseSize(3, 10);
const SEED = Number(process.env.BACKUP_SEED ?? Date.now() % 1_000_000);
const LIMIT_MS = 30_000 + MOMENTS * 10_000;

describe(`backups at ${MOMENTS} random moments of seed ${SEED}, while others write`, () => {
  it(
    'F24 hold, restored elsewhere, all that was acknowledged before, and nothing by half',
    async () => {
      const result = await proveBackupMoments({ moments: MOMENTS, seed: SEED });
      expect(result.moments).toBe(MOMENTS);
      expect(result.compared).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it(
    'F24 hold it also of a libSQL server',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sqld-'));
      const engine = await startLibsqlServer(folder);
      try {
        const server = { url: engine.url, authToken: undefined };
        const result = await proveBackupMoments({ moments: MOMENTS, seed: SEED, server });
        expect(result.compared).toBeGreaterThan(0);
      } finally {
        await engine.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
    LIMIT_MS,
  );
});
