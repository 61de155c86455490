import { expect, it } from 'vitest';
import { updateBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createUser } from '../../support/app/users.ts';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { settingsPart } from '#api/features/site-settings/site-settings.service.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';

const content =
  '<p>A <strong>short</strong> <a href="/blogs">note</a>.</p><h2>Steps</h2><ol><li>Boil</li><li>Pour</li></ol><pre><code class="language-js">const a = 1;</code></pre>';
const MARKDOWN = `# Tea \\[hot\\]

> About tea.

A **short** [note](</blogs>).

## Steps

1. Boil
2. Pour

\`\`\`js
const a = 1;
\`\`\`
`;

const listTexts = (site: PublishingSite) => [...site.live().keys()].filter((path) => /\.md$|^\/llms\.txt$/.test(path));

it('a public post is there as Markdown, published, renamed and taken back with its page', async () => {
  const site = await createPublishingSite();
  const facts = { title: 'Tea [hot]', slug: 'tea', description: 'About tea.', content };
  const { id } = await site.post(facts);
  const text = await site.get('/blogs/tea.md');
  expect([text.status, text.headers['content-type'], text.headers['x-robots-tag']]).toEqual([
    200,
    'text/markdown; charset=utf-8',
    'noindex',
  ]);
  expect(text.body).toBe(MARKDOWN);
  expect((await site.get('/blogs/tea')).body).toContain(
    '<link rel="alternate" type="text/markdown" href="/blogs/tea.md">',
  );
  expect((await site.get('/llms.txt')).body).toContain(
    '- [Tea \\[hot\\]](http://localhost:4321/blogs/tea.md): About tea.\n',
  );
  expect((await site.get('/sitemap-1.xml')).body).not.toContain('.md');
  expect((await site.jobs()).at(-1)?.paths).toEqual(
    expect.arrayContaining(['/blogs/tea', '/blogs/tea.md', '/llms.txt']),
  );
  await updateBlog(site.deps, id, createBlogRequest({ ...facts, slug: 'green-tea' }));
  await site.publisher.whenIdle();
  expect([(await site.get('/blogs/tea.md')).status, (await site.get('/blogs/green-tea.md')).status]).toEqual([
    404, 200,
  ]);
  await updateBlog(site.deps, id, createBlogRequest({ ...facts, slug: 'green-tea', status: 'draft' }));
  await site.publisher.whenIdle();
  expect((await site.jobs()).at(-1)?.paths).toEqual(
    expect.arrayContaining(['/blogs/green-tea', '/blogs/green-tea.md']),
  );
  expect((await site.get('/blogs/green-tea.md')).status).toBe(404);
  expect((await site.get('/llms.txt')).body).not.toContain('tea.md');
  expect(site.live()).toEqual(await site.fullBuild());
});

it('pages are there as Markdown, with the words of all their sections; the settings switch all texts off', async () => {
  const site = await createPublishingSite();
  const home = (await site.get('/index.md')).body;
  expect(home).toMatch(/^# /);
  expect((await site.get('/terms.md')).body).toMatch(/^# Terms[\s\S]*\n## /);
  expect((await site.get('/company/about.md')).body).not.toMatch(/\{company\}|undefined|null/);
  const list = (await site.get('/llms.txt')).body;
  expect(list).toMatch(/^# Mateworks\n\n> Mateworks makes .*\n\n## Pages\n\n- \[/);
  expect(list).toContain('](http://localhost:4321/company/about.md): ');
  const userId = (await createUser(site)).id;
  const fields = { ...demoSettings, search: { ...demoSettings.search, has_texts: false } };
  const input = { fields, content: '', client_id: 'client-of-tests', version: 0, base_revision: 1 };
  const { version } = await saveDraft(site.deps, settingsPart, 1, input, userId);
  await publishSiteParts(site.deps, [settingsPart], [{ kind: 'settings', id: 1, version }], userId);
  await site.publisher.whenIdle();
  expect(listTexts(site)).toEqual([]);
  expect((await site.get('/')).body).not.toContain('text/markdown');
});
