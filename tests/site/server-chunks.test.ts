import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';

const DIRECTORY = join(PROJECT_ROOT, 'dist/api');
const IMPORT = /^(?:import|export)\b[^"]*"\.\/([^"]+\.mjs)"/gm;
const DYNAMIC_IMPORT = /\bimport\("\.\/([^"]+\.mjs)"\)/g;

const chunks = new Map(
  readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => [name, readFileSync(join(DIRECTORY, name), 'utf8')]),
);

/** What a start loads when it answers pages already. */
const AFTER_PAGES = ['alone', 'publisher', 'astro-renderer', 'og-image-renderer', 'upload-storage', 'create-api'];
const listDynamicImports = (name: string) =>
  [...(chunks.get(name) ?? '').matchAll(DYNAMIC_IMPORT)].map(([, imported = '']) => imported);

/** The chunks without which no page is answered: what `main.mjs` imports, and what those import in turn. */
const listChunksOfPages = () => withImports(['main.mjs', ...listDynamicImports('main.mjs')]);

/** The chunks that every start loads. */
function listStartChunks(): string[] {
  const later = AFTER_PAGES.map((part) => {
    const name = [...chunks.keys()].find((each) => each.startsWith(`${part}-`) && isImported(each));
    if (name === undefined) throw new Error(`No chunk of the server loads ${part}.`);
    return name;
  });
  return withImports([...listChunksOfPages(), ...later]);
}

const isImported = (name: string) => listChunksOfPages().some((each) => listDynamicImports(each).includes(name));

function withImports(names: readonly string[]): string[] {
  const loaded = new Set(names);
  for (const name of loaded) {
    for (const [, imported = ''] of (chunks.get(name) ?? '').matchAll(IMPORT)) loaded.add(imported);
  }
  return [...loaded];
}

const findHolders = (text: string) => [...chunks].filter(([, code]) => code.includes(text)).map(([name]) => name);

test('the payment sandbox is a chunk of its own in the built server, which only loads it where there are no keys of Stripe', () => {
  const holders = findHolders('Payment sandbox</title>');
  expect(holders).toEqual([expect.stringMatching(/^payment-sandbox-[\w-]+\.mjs$/)]);
  const file = holders[0] ?? '';
  const importers = [...chunks].filter(([name, code]) => name !== file && code.includes(file));
  expect(importers.length).toBeGreaterThan(0);
  for (const [, code] of importers) {
    const mentions = code.split(file).length - 1;
    expect(code.split(`import("./${file}")`).length - 1).toBe(mentions);
  }
});

// Each by words that its code has and no other.
test.each([
  ['emails', 'SMTPConnection'],
  ['sanitised HTML', 'sanitize-html'],
  ['addresses in pages', 'sourceCodeLocationInfo'],
  ['Markdown', 'codeFencedFenceSequence'],
  ['uploads', 'Unexpected end of multipart data'],
  ['a bucket', 'x-amz-checksum-'],
  ['a database server', 'hrana3'],
  ['metrics', 'process_cpu_user_seconds_total'],
  ['payments', 'stripe-should-retry'],
  ['demo content', 'your-first-year-as-a-sole-trader'],
])('the code for %s is no part of what every start loads', (_what, words) => {
  const holders = findHolders(words);
  expect(holders, 'the words are in the built server').not.toEqual([]);
  const started = listStartChunks();
  expect(started.length).toBeGreaterThan(10);
  expect(holders.filter((name) => started.includes(name))).toEqual([]);
});

test.each([
  ['the API', 'This address only accepts'],
  ['the publisher', 'First build'],
  ['the workers', 'MAIL=outbox: emails are saved as files'],
])('the code of %s is loaded after the first pages are answered', (_what, words) => {
  const holders = findHolders(words);
  expect(holders, 'the words are in the built server').not.toEqual([]);
  expect(holders.filter((name) => listChunksOfPages().includes(name))).toEqual([]);
});

test('no chunk imports a part of Node: that would read all of its properties, and load what only some of them need', () => {
  expect(chunks.get('main.mjs')).toContain('process.getBuiltinModule("node:module")');
  expect(findHolders(' from "node:')).toEqual([]);
});

test('what a start loads is ASCII: V8 keeps the text of a file that is not in twice the memory', () => {
  const found = listStartChunks().flatMap((name) =>
    (chunks.get(name) ?? '')
      .split('\n')
      .filter((line) => /[^\0-\x7f]/.test(line))
      .map((line) => `${name}: ${line.trim().slice(0, 100)}`),
  );
  expect(found).toEqual([]);
});
