import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';

test('a fresh clone builds and renders its first release without any setting', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mateworks-build-'));
  const { NODE_ENV: _, APP_SECRET: __, VITEST: ___, ...env } = process.env;
  try {
    const { status, stdout, stderr } = spawnSync('node', [join(PROJECT_ROOT, 'scripts/build.ts')], {
      env: { ...env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect(stderr).toContain('Built ');
    expect(stdout).toContain('Release 1 has');
    expect(status).toBe(0);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
