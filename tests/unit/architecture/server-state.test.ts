import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

/** Signs of state that outlives a request: caches, queues, fields that collect, work by a timer. */
const STATE =
  /new (LRUCache|PQueue|BoundedQueue|SharedWork|WeakMap|WeakSet)\b|readonly #\w+ = new (Map|Set)\b|setInterval\(/;

/** The files and folders that the decision in docs/decisions/several-servers.md names. */
function listNamed(): string[] {
  const [, after = ''] = readFileSync(join(PROJECT_ROOT, 'docs/decisions/several-servers.md'), 'utf8').split(
    '**What a server keeps for itself**',
  );
  const list = after.slice(after.indexOf('\n- '), after.indexOf('\n\n**'));
  return [...list.matchAll(/`([\w./-]+\/[\w./-]*)`|`([\w-]+\.ts)`/g)].map(([, path, file]) => `api/${path ?? file}`);
}

it('all state that a server keeps in memory is among what docs/decisions/several-servers.md says that each server has of its own', () => {
  const named = listNamed();
  const files = listFiles(['api']);
  const withState = files.filter((file) => !file.startsWith('api/payment-sandbox/') && STATE.test(readSource(file)));
  expect(withState.length).toBeGreaterThan(30);
  const isNamed = (file: string) =>
    named.some((each) => file === each || (each.endsWith('/') && file.startsWith(each)));
  expect(withState.filter((file) => !isNamed(file))).toEqual([]);
  expect(named.filter((each) => !files.some((file) => file === each || file.startsWith(each)))).toEqual([]);
});
