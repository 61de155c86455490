import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The program of `docs/api.md` as its code block declares it. */
export type DocumentedConsumer = {
  receive(body: string, signature: string): number;
  findLimits(userId: number, product: string): Promise<Record<string, number | null> | null>;
};
type Options = {
  file: string;
  secret: string;
  ask: (userId: number) => Promise<unknown>;
  now: () => number;
};
export type OpenEntitlements = (options: Options) => DocumentedConsumer;

/** Takes the program out of the document and loads it, as a reader would who copies it. `lines`: how long it is. */
export async function loadDocumentedConsumer(directory: string): Promise<{ open: OpenEntitlements; lines: number }> {
  const document = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const [code] = [...document.matchAll(/```js\n(.+?)```/gs)].map(([, block]) => block ?? '');
  if (code === undefined) throw new Error('docs/api.md has no program.');
  const file = join(directory, 'documented-consumer.mjs');
  await writeFile(file, code);
  const { openEntitlements } = await import(pathToFileURL(file).href);
  return { open: openEntitlements, lines: code.trim().split('\n').length };
}
