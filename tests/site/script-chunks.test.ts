import { describe, expect, it } from 'vitest';
import { listImports, listPageScripts, renderFixedPage } from '../support/site/built-scripts.ts';

/** The scripts that a page loads; with `includesDynamic` also those that it loads on demand. */
async function listScripts(page: string, { includesDynamic = false } = {}): Promise<string> {
  const found = new Set<string>();
  for (const file of listPageScripts(await renderFixedPage(page))) await listImports(file, { includesDynamic, found });
  return [...found].join('\n');
}
const countFiles = (list: string) => list.split('\n').length;

describe('script files shared by islands', () => {
  it.each(['add-blog', 'edit-blog', 'documents/edit', 'documents/new'])('%s loads few files', async (page) => {
    expect(countFiles(await listScripts(page))).toBeLessThanOrEqual(16);
  });

  it.each(['blog-manager', 'admin/users', 'waitinglist-manager'])(
    '%s loads few files, none for the editors',
    async (page) => {
      const scripts = await listScripts(page);
      expect(countFiles(scripts)).toBeLessThanOrEqual(28);
      expect(scripts).not.toMatch(/\/(drafts|editor-screen)\./);
    },
  );

  it('signing in loads nothing that only screens of signed-in users need', async () => {
    for (const page of ['login', 'signup', 'login/link']) {
      const scripts = await listScripts(page);
      expect(scripts).toContain('/_astro/islands.');
      expect(scripts).not.toMatch(/\/(screens|back-office|drafts|editor-screen)\./);
    }
  });

  it.each(['genmate/waitinglist', 'genmate/pricing', 'subscription/success', 'company/about'])(
    '%s loads no code of islands, not even on demand',
    async (page) => {
      const scripts = await listScripts(page, { includesDynamic: true });
      expect(scripts).toContain('/_astro/signed-in.');
      expect(scripts).not.toMatch(/\/(islands|screens|back-office|editor-screen)\./);
    },
  );
});
