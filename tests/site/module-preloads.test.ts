import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';

const client = join(PROJECT_ROOT, 'dist', 'client');
const readPage = (name: string) => readFile(join(client, `${name}.html`), 'utf8');
const listPreloads = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href = '']) => href);

/** The files that a script imports, as its text names them, and theirs. */
async function listImports(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  const code = await readFile(join(client, file), 'utf8');
  const imports = code.matchAll(/(?:^|[;}])import(?:[\w$*\s{},]*from)?"\.\/([^"]+\.js)"/g);
  for (const [, name = ''] of imports) await listImports(`/_astro/${name}`, found);
  return found;
}

describe('code of the islands', () => {
  it.each(['add-blog', 'documents/edit', 'blog-manager', 'admin'])(
    '%s preloads every import of its islands',
    async (name) => {
      const html = await readPage(name);
      const [, component = ''] = html.match(/component-url="([^"]+)"/) ?? [];
      const imports = await listImports(component);
      expect(imports.size).toBeGreaterThan(5);
      expect(listPreloads(html)).toEqual(expect.arrayContaining([...imports]));
    },
  );

  it('the editors preload the text editor, which they import dynamically', async () => {
    expect(listPreloads(await readPage('add-blog')).join()).toContain('/_astro/RichTextEditor.');
    expect(listPreloads(await readPage('blog-manager')).join()).not.toContain('/_astro/RichTextEditor.');
  });

  it('pages for visitors preload no code', async () => {
    for (const name of ['genmate', 'login', 'company/about']) expect(listPreloads(await readPage(name))).toEqual([]);
  });
});
