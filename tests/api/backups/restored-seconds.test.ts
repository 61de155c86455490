import { describe, expect, it } from 'vitest';
import { proveRestoredSeconds } from '../../support/backups/restored-seconds.ts';
import { chooseSize } from '../../support/random/size.ts';

const RESTORES = chooseSize(4, 60);
const SECONDS = chooseSize(6, 60);
const SEED = Number(process.env.BACKUP_SEED ?? Date.now() % 1_000_000);

describe(`restores to ${RESTORES} random seconds of seed ${SEED}, while others wrote`, () => {
  it(
    'A restored second has all that was acknowledged before it, and nothing that was sent after it',
    async () => {
      const result = await proveRestoredSeconds({ seconds: SECONDS, restores: RESTORES, seed: SEED });
      expect(result).toMatchObject({ restores: RESTORES, comparedBackups: 2 });
      expect(result.compared).toBeGreaterThan(0);
    },
    60_000 + SECONDS * 2_000 + RESTORES * 5_000,
  );
});
