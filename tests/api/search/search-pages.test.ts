import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchResultsJson } from '#api/features/search/search.contract.ts';
import { completePage } from '#api/domain/site-pages.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

/** The next release: pages with these fields, and sections of texts. */
function release(...pages: ({ address: string; texts?: string[]; hidden?: string } & Record<string, unknown>)[]): void {
  test.deps.site.pages = new Map(
    pages.map(({ texts = [], hidden = '', ...fields }) => {
      const sections = [...texts, hidden].map((text) => ({
        kind: 'text',
        is_hidden: text === hidden,
        fields: { title: '', text },
      }));
      const page = completePage({ title: 'Untitled', is_listed: true, ...fields, sections });
      return [page.address, { ...page, hash: '' }];
    }),
  );
}
async function search(q: string, more = ''): Promise<SearchResultsJson> {
  const response = await test.app.request(`/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(response.status).toBe(200);
  return (await response.json()) as SearchResultsJson;
}
const find = async (q: string) => (await search(q)).results.map(({ url }) => url);

describe('pages of the owner in the search of the site', () => {
  it('are found by title, description and the words of their sections, with what was found', async () => {
    release({
      address: '/about',
      title: 'Who we are',
      description: 'A firm.',
      texts: ['<p>We mend <b>lanterns</b>.</p>'],
    });
    const results = [{ type: 'page', id: null, title: 'Who we are', url: '/about', snippet: 'We mend lanterns.' }];
    expect(await search('lanterns')).toEqual({ results });
    expect(await search('lantern', '&type=page')).toEqual({ results });
    expect((await search('lantern', '&type=blog')).results).toEqual([]);
    for (const q of ['who are', 'firm', 'LANT', 'mend lan']) expect(await find(q)).toEqual(['/about']);
    for (const q of ['lantern ferry', 'strong', 'about']) expect(await find(q)).toEqual([]);
  });

  it('come behind posts of the same rank, those with the word in their title first', async () => {
    await createBlog(test.deps, createBlogRequest({ title: 'Lanterns' }));
    release({ address: '/a', texts: ['<p>Lanterns.</p>'] }, { address: '/b', title: 'Lanterns' });
    expect(await find('lanterns')).toEqual(['/blogs/lanterns', '/b', '/a']);
  });

  it('hold names, prices and facts of the company as visitors read them', async () => {
    release({ address: '/about', texts: ['<p>Write to {email}.</p>'] });
    expect((await search('write')).results[0]?.snippet).toContain(test.deps.site.settings.company.email);
  });

  it('T24 are not found by hidden sections, or when search engines may not list them, or no release has them', async () => {
    release(
      { address: '/a', hidden: '<p>Walrus.</p>', texts: ['<p>Seal.</p>'] },
      { address: '/b', is_listed: false, texts: ['<p>Walrus.</p>'] },
      { address: '/nowhere', texts: ['<p>Walrus.</p>'] },
    );
    for (const q of ['walrus', 'walrsu']) expect(await search(q)).toEqual({ results: [] });
    expect(await find('seal')).toEqual(['/a']);
  });

  it('follow each release: nothing is left of a page that was renamed or taken away', async () => {
    release({ address: '/a', title: 'Walrus' });
    expect(await find('walrus')).toEqual(['/a']);
    release({ address: '/b', title: 'Otter' });
    for (const q of ['walrus', 'wlarus']) expect(await search(q)).toEqual({ results: [] });
    expect(await find('otter')).toEqual(['/b']);
  });

  it('are found in scripts without spaces', async () => {
    release({ address: '/a', texts: ['<p>設定を変更する方法。</p>'] });
    expect(await find('変更する')).toEqual(['/a']);
    expect(await find('変更し')).toEqual([]);
  });
});
