import { expect, it } from 'vitest';
import { readMarkdown } from '#api/adapters/site-readers/markdown/markdown.ts';
import type { ImportRecord } from '#api/adapters/site-readers/records.ts';
import { createTree } from '../../support/imports/tree-files.ts';

async function read(texts: Record<string, string>, zone = 'Pacific/Auckland'): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  for await (const record of readMarkdown(createTree(texts), { zone, name: 'site.zip' })) records.push(record);
  return records;
}
const listTexts = (records: ImportRecord[]) =>
  records.flatMap((record) => (record.kind === 'post' || record.kind === 'page' ? [record] : []));
const readOne = async (name: string, text: string, others: Record<string, string> = {}) => {
  const record = listTexts(await read({ [name]: text, ...others })).find(({ sourceId }) => sourceId === name);
  if (!record) throw new Error('no text');
  return record;
};
const listLosses = ({ losses = [] }: { losses?: { kind: string; detail: string }[] | undefined }) =>
  losses.map(({ kind, detail }) => [kind, detail]);

it('reads posts of Jekyll', async () => {
  const post = await readOne(
    '_posts/2020-03-01-tea-time.md',
    '---\ntitle: "Tea: time"\ncategories: [Drinks]\nauthor: Aroha Ngata\nredirect_from: /old-tea\n---\nHello {{ site.baseurl }}[x](/y) {% include note.html %}\n\n{% highlight ts %}\na {{ b }}\n{% endhighlight %}\n',
  );
  expect(post).toMatchObject({ kind: 'post', title: 'Tea: time' });
  expect(post.data).toMatchObject({
    slug: 'tea-time',
    status: 'published',
    authors: ['Aroha Ngata'],
    publishedAt: Date.parse('2020-02-29T11:00:00Z'),
    categories: ['drinks'],
    oldPaths: ['/2020/03/01/tea-time.html', '/old-tea'],
  });
  expect(post.data.html).toContain('<pre><code class="language-ts">a {{ b }}</code></pre>');
  expect(listLosses(post)).toEqual([['template', 'include']]);
});

it('knows frames, scripts and forms that stand in the text as HTML', async () => {
  const text =
    'One <iframe src="https://www.youtube.com/embed/abcdef"></iframe>\n\n<script>x</script>\n\n<title>t</title>\n';
  const post = await readOne('_posts/2020-01-01-a.md', text);
  expect(post.data.html).toBe(
    '<p>One </p><p data-block="embed"><a href="https://www.youtube.com/watch?v=abcdef">https://www.youtube.com/watch?v=abcdef</a></p>',
  );
  expect(listLosses(post)).toEqual([['script', '']]);
});

it('reads several authors', async () => {
  const head = '---\ntitle: Tea\nauthors: [Aroha Ngata, "Tom Whitaker, PhD", aroha@example.com]\n---\nx';
  const records = await read({ '_posts/2020-01-01-a.md': head });
  expect(listTexts(records)[0]?.data).toMatchObject({ authors: ['Aroha Ngata', 'Tom Whitaker, PhD'] });
  expect(records.flatMap((record) => (record.kind === 'author' ? [record.title] : []))).toEqual([
    'Aroha Ngata',
    'Tom Whitaker, PhD',
  ]);
});

it('reads bundles of Hugo with TOML, their images, shortcodes and aliases', async () => {
  const records = await read({
    'content/posts/tea/index.md':
      '+++\ntitle = "Tea"\ndate = 2024-05-01T08:00:00Z\ndraft = true\naliases = ["/cup/"]\n+++\n![Cup](cup.jpg)\n{{< youtube abcdef >}}\n{{< figure src="/img/pot.png" title="Pot" >}}\n',
    'content/posts/tea/cup.jpg': '',
    'static/img/pot.png': '',
  });
  const [post] = listTexts(records);
  expect(post?.data).toMatchObject({
    slug: 'tea',
    status: 'draft',
    publishedAt: Date.parse('2024-05-01T08:00:00Z'),
    oldPaths: [],
  });
  expect(records.flatMap((record) => (record.kind === 'media' ? [record.data.path] : []))).toEqual([
    '/disk/content/posts/tea/cup.jpg',
    '/disk/static/img/pot.png',
  ]);
  expect(post?.data.html).toContain('<figcaption>Pot</figcaption>');
  expect(post?.data.html).toContain('href="https://www.youtube.com/watch?v=abcdef"');
});

it('reads collections of Astro, and names what only a program shows', async () => {
  const post = await readOne(
    'src/content/blog/tea.mdx',
    '---\ntitle: Tea\npubDate: Jul 08 2022\nheroImage: ../../assets/hero.jpg\ntags:\n  - hot\n---\nimport Box from \'./Box.astro\';\n\n<Box kind="x">\n\nText\n\n</Box>\n',
    { 'src/assets/hero.jpg': '' },
  );
  expect(post.data).toMatchObject({
    slug: 'tea',
    tags: ['hot'],
    cover: 'https://files.invalid/src/assets/hero.jpg',
    oldPaths: ['/blog/tea/'],
  });
  expect(post.data.html).toBe('<p>Text</p>');
  expect(listLosses(post)).toEqual([['template', 'Box']]);
});

it('follows links, images and callouts of Obsidian', async () => {
  const note = await readOne(
    'Notes/Tea.md',
    '> [!tip] Hot\n> Drink it.\n\nSee [[Coffee|the other]] and [[Gone]], ![[pot.png|200]] ![[talk.mp3]]',
    {
      'Coffee.md': '# Coffee beans\n\nText',
      'files/pot.png': '',
      'files/talk.mp3': '',
    },
  );
  expect(note.kind).toBe('post');
  expect(note.data.html).toMatch(
    /<aside data-callout="tip">\s*<p><strong>Hot<\/strong><\/p>\s*<p>Drink it.<\/p>\s*<\/aside>/,
  );
  expect(note.data.html).toContain('<a href="https://files.invalid/Coffee.md">the other</a> and Gone');
  expect(note.data.html).toContain('<img src="https://files.invalid/files/pot.png" alt="">');
  expect(note.data.html).toContain('<p data-block="audio"><a href="https://files.invalid/files/talk.mp3">talk</a></p>');
  expect(listLosses(note)).toEqual([['link_nowhere', 'Gone']]);
});

it('takes the first heading as the title, and files without a date outside folders of posts as pages', async () => {
  const page = await readOne('about.md', '# About *us*\n\nWe.\n');
  expect(page).toMatchObject({ kind: 'page', title: 'About us' });
  expect(page.data).toMatchObject({ html: '<p>We.</p>', address: '/about/' });
});

it('reads the text below a head that is damaged, and names it', async () => {
  const page = await readOne('a.md', '---\ntitle: [\n---\nText');
  expect(page.data.html).toBe('<p>Text</p>');
  expect(listLosses(page)).toEqual([['front_matter', 'a.md']]);
});

it('refuses a folder without Markdown', async () => {
  await expect(read({ 'a.txt': '' })).rejects.toThrow('has no Markdown files');
});

it('dates a post on its own day in a zone whose summer time begins at midnight', async () => {
  const file = { '_posts/2026-09-06-chile.md': '---\ntitle: Chile\ndate: 2026-09-06\n---\nText' };
  const [post] = listTexts(await read(file, 'America/Santiago'));
  // 01:00 of 6 September: the hour from midnight on is left out.
  expect(post?.data).toMatchObject({ publishedAt: Date.parse('2026-09-06T04:00:00Z') });
});

it.each([
  ['May 13, 2024', '2024-05-12T12:00:00Z'],
  ['13 May 2024 10:30', '2024-05-12T22:30:00Z'],
  ['Mon, 13 May 2024 10:30:00 +0200', '2024-05-13T08:30:00Z'],
  ['Mon, 13 May 2024 10:30:00 GMT', '2024-05-13T10:30:00Z'],
])('reads a date in words, %s, in the zone that was chosen, unless it says its own', async (date, iso) => {
  const post = await readOne('_posts/a.md', `---\ntitle: A\ndate: ${date}\n---\nText`);
  expect(post.data).toMatchObject({ publishedAt: Date.parse(iso) });
});
