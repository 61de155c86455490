import { describe, expect, it } from 'vitest';
import { readGhost } from '#api/adapters/site-readers/ghost/ghost.ts';
import { toMobiledocHtml } from '#api/adapters/site-readers/ghost/mobiledoc.ts';
import { CONTENT_INPUT_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { ImportRecord } from '#api/adapters/site-readers/records.ts';
import { createTree } from '../../support/imports/tree-files.ts';

const TABLES = {
  posts: [
    {
      id: 'p1',
      title: 'Tea',
      slug: 'tea',
      status: 'published',
      visibility: 'public',
      type: 'post',
      html: '<p>See <a href="__GHOST_URL__/coffee/">coffee</a></p><figure class="kg-card kg-image-card kg-width-wide"><img src="__GHOST_URL__/content/images/size/w600/2024/01/cup.jpg" alt="Cup"><figcaption>A cup</figcaption></figure>',
      feature_image: '__GHOST_URL__/content/images/2024/01/cover.png',
      published_at: '2024-01-02T03:04:05.000Z',
      custom_excerpt: 'About tea',
    },
    { id: 2, title: '(Untitled)', slug: 'coffee', status: 'draft', page: 0, html: null, published_at: null },
    {
      id: 'p3',
      title: 'For members',
      slug: 'members',
      status: 'published',
      visibility: 'paid',
      html: '<p>x</p>',
      published_at: 1_704_164_645_000,
    },
    { id: 'p4', title: 'About', slug: 'about', status: 'published', type: 'page', html: '<p>We.</p>' },
  ],
  posts_meta: [{ post_id: 'p1', feature_image_alt: 'A pot', meta_title: 'Tea!' }],
  tags: [
    { id: 't1', name: 'Drinks', slug: 'drinks' },
    { id: 't2', name: '#internal', slug: 'hash-internal' },
    { id: 't3', name: 'Hot', slug: 'hot' },
  ],
  posts_tags: [
    { post_id: 'p1', tag_id: 't3', sort_order: 1 },
    { post_id: 'p1', tag_id: 't1', sort_order: 0 },
    { post_id: 'p1', tag_id: 't2', sort_order: 2 },
  ],
  users: [
    { id: 'u0', name: 'Owner', slug: 'owner' },
    {
      id: 'u1',
      name: 'Aroha Ngata',
      slug: 'aroha',
      bio: 'Drinks tea.',
      website: 'https://aroha.example',
      profile_image: '__GHOST_URL__/content/images/2024/01/aroha.jpg',
    },
    { id: 'u2', name: 'Tom Whitaker', slug: 'tom' },
  ],
  posts_authors: [
    { post_id: 'p1', author_id: 'u1', sort_order: 1 },
    { post_id: 'p1', author_id: 'u2', sort_order: 0 },
    { post_id: 'p1', author_id: 'u2', sort_order: 3 },
    { post_id: 'p1', author_id: 'gone', sort_order: 4 },
  ],
  members: [{ email: 'a@example.com' }],
  settings: [{ key: 'url', value: 'https://old.example.com/' }],
};

async function read(texts: Record<string, string>): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  for await (const record of readGhost(createTree(texts))) records.push(record);
  return records;
}
const readTables = (tables: object) => read({ 'ghost.json': JSON.stringify({ db: [{ meta: {}, data: tables }] }) });
const readCard = async (html: string) => {
  const records = await readTables({ posts: [{ id: 'p', title: 'T', slug: 't', status: 'published', html }] });
  const post = records.find(({ kind }) => kind === 'post');
  return post?.kind === 'post' ? { html: post.data.html, losses: post.losses?.map(({ kind }) => kind) } : null;
};

it('reads posts with date, author, first tag as category, excerpt, images and links', async () => {
  const records = await readTables(TABLES);
  const post = records.find((record) => record.kind === 'post' && record.sourceId === 'p1');
  expect(post?.kind === 'post' && post.data).toMatchObject({
    slug: 'tea',
    authors: ['u2', 'u1'],
    status: 'published',
    publishedAt: Date.parse('2024-01-02T03:04:05Z'),
    description: 'About tea',
    metaTitle: 'Tea!',
    metaDescription: '',
    categories: ['t1'],
    tags: ['t3'],
    cover: 'https://old.example.com/content/images/2024/01/cover.png',
    oldPaths: ['/tea/'],
    html: '<p>See <a href="https://old.example.com/coffee/">coffee</a></p><figure><img src="https://old.example.com/content/images/2024/01/cup.jpg" alt="Cup"><figcaption>A cup</figcaption></figure>',
  });
  expect(records.flatMap((record) => (record.kind === 'category' ? [record.title] : []))).toEqual(['Drinks']);
  expect(records.find(({ kind }) => kind === 'site')?.losses).toEqual([{ kind: 'members', detail: '', count: 1 }]);
  expect(JSON.stringify(records)).not.toContain('a@example.com');
});

it('keeps paid posts back as drafts, and knows dates in milliseconds, ids as numbers and pages', async () => {
  const records = await readTables(TABLES);
  const texts = records.flatMap((record) =>
    record.kind === 'post' || record.kind === 'page'
      ? [[record.kind, record.sourceId, record.title, record.data.status]]
      : [],
  );
  expect(texts).toEqual([
    ['post', 'p1', 'Tea', 'published'],
    ['post', '2', '', 'draft'],
    ['post', 'p3', 'For members', 'draft'],
    ['page', 'p4', 'About', 'published'],
  ]);
});

it('reads posts of which Ghost has kept only what its editor writes', async () => {
  const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });
  const children = [
    { type: 'extended-heading', tag: 'h2', children: [text('Hot')] },
    { type: 'paragraph', children: [text('a & '), text('b', 3), { type: 'link', url: '/c/', children: [text('c')] }] },
    { type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [text('d')] }] },
    { type: 'image', src: '__GHOST_URL__/content/images/e.png', alt: 'E', caption: 'f' },
    { type: 'file', src: 'https://x.example/g.pdf', fileTitle: 'G' },
    { type: 'signup' },
    null,
  ];
  const lexical = JSON.stringify({ root: { type: 'root', children } });
  const settings = [{ key: 'url', value: 'https://old.example.com' }];
  const records = await readTables({ posts: [{ id: 'p', title: 'T', slug: 't', html: null, lexical }], settings });
  const post = records.find(({ kind }) => kind === 'post');
  expect(post?.kind === 'post' && post.data.html).toBe(
    '<h2>Hot</h2><p>a &amp; <strong><em>b</em></strong><a href="https://old.example.com/c/">c</a></p><ul><li>d</li></ul><figure><img src="https://old.example.com/content/images/e.png" alt="E"><figcaption>f</figcaption></figure><p data-block="file"><a href="https://x.example/g.pdf">G</a></p>',
  );
  expect(post?.losses).toEqual([{ kind: 'signup', detail: '', count: 1 }]);
});

describe('posts of the editor that Ghost had before', () => {
  const readMobiledoc = async (document: object) => {
    const post = { id: 'p', title: 'T', slug: 't', html: null, mobiledoc: JSON.stringify(document) };
    const records = await readTables({ posts: [post], settings: [{ key: 'url', value: 'https://old.example.com' }] });
    const found = records.find(({ kind }) => kind === 'post');
    return found?.kind === 'post' ? { html: found.data.html, losses: found.losses } : null;
  };

  it('keep paragraphs, headings, quotes, lists, marks inside each other, links and ends of lines', async () => {
    const found = await readMobiledoc({
      markups: [['strong'], ['em'], ['a', ['rel', 'noopener', 'href', '/c/?d&e']], ['blink']],
      atoms: [
        ['soft-return', '', {}],
        ['mention', '@tom', {}],
      ],
      sections: [
        [1, 'h2', [[0, [], 0, 'Hot']]],
        [
          1,
          'p',
          [
            [0, [], 0, 'a <b> '],
            [0, [0], 0, 'b'],
            [0, [1], 2, 'c'],
            [1, [], 0, 0],
            [0, [2, 3], 2, 'd'],
            [1, [], 0, 1],
            [0, [0], 0, 'e'],
          ],
        ],
        [1, 'aside', [[0, [], 0, 'f']]],
        [3, 'ol', [[[0, [], 0, 'g']], [[0, [1], 1, 'h']]]],
        [2, '__GHOST_URL__/content/images/i.png'],
        [7, 'x'],
      ],
    });
    expect(found).toEqual({
      html: '<h2>Hot</h2><p>a &lt;b&gt; <strong>b<em>c</em></strong><br><a href="https://old.example.com/c/?d&amp;e">d</a>@tom<strong>e</strong></p><blockquote><p>f</p></blockquote><ol><li>g</li><li><em>h</em></li></ol><figure><img src="https://old.example.com/content/images/i.png" alt=""></figure>',
      losses: [],
    });
  });

  it.each([
    [
      'image',
      { src: '/content/images/a.png', alt: 'A', caption: 'b <em>c</em>' },
      '<figure><img src="https://old.example.com/content/images/a.png" alt="A"><figcaption>b <em>c</em></figcaption></figure>',
    ],
    [
      'gallery',
      { images: [{ src: '/a.png' }, null, { src: '/b.png', alt: 'B' }], caption: 'c' },
      '<figure data-layout="gallery"><img src="https://old.example.com/a.png" alt=""><img src="https://old.example.com/b.png" alt="B"><figcaption>c</figcaption></figure>',
    ],
    ['html', { html: '<p>a</p>' }, '<p>a</p>'],
    ['card-markdown', { cardName: 'card-markdown', markdown: '# A\n\n- b' }, '<h1>A</h1><ul>\n<li>b</li>\n</ul>'],
    ['markdown', { markdown: '*a*' }, '<p><em>a</em></p>'],
    ['code', { code: 'a < b', language: 'ts' }, '<pre><code class="language-ts">a &lt; b</code></pre>'],
    ['hr', {}, '<hr>'],
    [
      'embed',
      {
        url: 'https://www.youtube.com/watch?v=abcdef',
        html: '<iframe src="https://www.youtube.com/embed/abcdef"></iframe>',
      },
      '<p data-block="embed"><a href="https://www.youtube.com/watch?v=abcdef">https://www.youtube.com/watch?v=abcdef</a></p>',
    ],
    [
      'bookmark',
      { url: 'https://x.example/', metadata: { title: 'X', description: 'What it is', publisher: 'The X' } },
      '<p data-block="bookmark"><a href="https://x.example/">X</a><br>What it is<br><em>The X</em></p>',
    ],
    [
      'callout',
      { calloutEmoji: '💡', calloutText: 'Mind <b>this</b>' },
      '<aside data-callout="note"><p>Mind <b>this</b></p></aside>',
    ],
    [
      'button',
      { buttonUrl: 'https://x.example/', buttonText: 'Go' },
      '<p data-block="button"><a href="https://x.example/">Go</a></p>',
    ],
    ['toggle', { heading: 'More', content: '<p>Text</p>' }, '<details><summary>More</summary><p>Text</p></details>'],
    [
      'file',
      { src: 'https://x.example/a.pdf', fileTitle: 'The plan' },
      '<p data-block="file"><a href="https://x.example/a.pdf">The plan</a></p>',
    ],
    [
      'audio',
      { src: 'https://x.example/a.mp3', title: 'A talk' },
      '<p data-block="audio"><a href="https://x.example/a.mp3">A talk</a></p>',
    ],
    [
      'video',
      { src: 'https://x.example/a.mp4', caption: 'A film' },
      '<figure><video src="https://x.example/a.mp4"></video><figcaption>A film</figcaption></figure>',
    ],
    ['header', { heading: 'Welcome', subheading: 'To tea' }, '<h2>Welcome</h2><p>To tea</p>'],
  ])('keep the card %s', async (name, fields, html) => {
    expect(await readMobiledoc({ cards: [[name, fields]], sections: [[10, 0]] })).toEqual({ html, losses: [] });
  });

  it('name the cards that only Ghost can fill', async () => {
    const cards = [['email', { html: '<p>Hi {first_name}</p>' }], ['paywall', {}], ['before-after', {}], [7], null];
    const found = await readMobiledoc({ cards, sections: cards.map((_card, at) => [10, at]) });
    expect(found?.html).toBe('');
    expect(found?.losses?.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'dynamic_block email',
      'dynamic_block paywall',
      'dynamic_block before-after',
    ]);
  });

  it('that name one long mark again and again have an end', () => {
    const href = `/${'x'.repeat(10_000)}`;
    const sections = Array.from({ length: 1_000 }, () => [1, 'p', [[0, [0], 1, 'a']]]);
    const html = toMobiledocHtml(JSON.stringify({ markups: [['a', ['href', href]]], sections }), () => undefined);
    expect(html.length).toBeGreaterThan(CONTENT_INPUT_MAX_LENGTH);
    expect(html.length).toBeLessThan(CONTENT_INPUT_MAX_LENGTH + 20_000);
  });
});

it('knows people with words, picture and address, but no users who have written nothing', async () => {
  const records = await readTables(TABLES);
  expect(records.flatMap((record) => (record.kind === 'author' ? [record] : []))).toEqual([
    {
      kind: 'author',
      sourceId: 'u2',
      title: 'Tom Whitaker',
      data: { name: 'Tom Whitaker', slug: 'tom', bio: '', links: [], image: null },
    },
    {
      kind: 'author',
      sourceId: 'u1',
      title: 'Aroha Ngata',
      data: {
        name: 'Aroha Ngata',
        slug: 'aroha',
        bio: 'Drinks tea.',
        links: ['https://aroha.example'],
        image: 'https://old.example.com/content/images/2024/01/aroha.jpg',
      },
    },
  ]);
  const media = records.flatMap((record) => (record.kind === 'media' ? [record.data.name] : []));
  expect(media).toContain('aroha.jpg');
});

it('takes texts with one id for two, and the image of versions before 1.0', async () => {
  const posts = [
    { id: 1, title: 'Tea', slug: 'tea', html: '<p>x</p>', image: '/content/images/tea.jpg' },
    { id: 1, title: 'Coffee', slug: 'coffee', html: '<p>y</p>' },
  ];
  const records = await readTables({ posts, settings: [{ key: 'url', value: 'https://old.example.com' }] });
  expect(records.flatMap((record) => (record.kind === 'post' ? [[record.sourceId, record.data.cover]] : []))).toEqual([
    ['1', 'https://old.example.com/content/images/tea.jpg'],
    ['1:coffee', null],
  ]);
});

it.each([['aroha@example.com'], ['  '], ['123']])('takes %j for no name of a person', async (name) => {
  const users = [{ id: 'u1', name }];
  const records = await readTables({ posts: [{ id: 'p', title: 'T', author_id: 'u1', html: '<p>x</p>' }], users });
  expect(records.map(({ kind }) => kind)).toEqual(['site', 'post']);
  expect(JSON.stringify(records)).toContain('"authors":[]');
});

it('reads the menus of header and footer', async () => {
  const links = [{ label: 'Tea', url: '/tea/' }, { label: 'Out', url: 'https://x.example/' }, null];
  const settings = [
    { key: 'url', value: 'https://old.example.com/' },
    { key: 'navigation', value: JSON.stringify(links) },
    { key: 'secondary_navigation', value: '[{"label":"Terms","url":"__GHOST_URL__/terms/"}]' },
  ];
  const records = await readTables({ ...TABLES, settings });
  expect(records.flatMap((record) => (record.kind === 'menu' ? [record.data] : []))).toEqual([
    {
      header: [
        { label: 'Tea', href: 'https://old.example.com/tea/', links: [] },
        { label: 'Out', href: 'https://x.example/', links: [] },
      ],
      columns: [],
      line: [{ label: 'Terms', href: 'https://old.example.com/terms/', links: [] }],
    },
  ]);
});

it('takes images and files from the zip', async () => {
  const [tea, ...others] = TABLES.posts;
  const html = `${tea?.html}<p><a href="__GHOST_URL__/content/files/2024/01/list.pdf">List</a></p>`;
  const json = JSON.stringify({ data: { ...TABLES, posts: [{ ...tea, html }, ...others] } });
  const records = await read({
    'data.json': '{}',
    'x/ghost.json': json,
    'content/images/2024/01/cup.jpg': '',
    'content/files/2024/01/list.pdf': '',
  });
  const media = records.flatMap((record) =>
    record.kind === 'media' ? [[record.data.name, record.data.path, record.data.alt]] : [],
  );
  expect(media).toEqual([
    ['cover.png', null, 'A pot'],
    ['cup.jpg', '/disk/content/images/2024/01/cup.jpg', ''],
    ['list.pdf', '/disk/content/files/2024/01/list.pdf', ''],
    ['aroha.jpg', null, ''],
  ]);
});

it.each([
  [
    'bookmark',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-title">X</div></a></figure>',
    '<p data-block="bookmark"><a href="https://x.example/">X</a></p>',
    [],
  ],
  [
    'bookmark with all that it says',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">X &amp; Y</div><div class="kg-bookmark-description">What it is</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">A</span><span class="kg-bookmark-publisher">The X</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://old.example.com/content/images/size/w600/x.png"></div></a></figure>',
    '<p data-block="bookmark" data-image="https://old.example.com/content/images/x.png"><a href="https://x.example/">X &amp; Y</a><br>What it is<br><em>The X</em></p>',
    [],
  ],
  [
    'bookmark that names only who wrote it',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-title">X</div><span class="kg-bookmark-author">A</span></a></figure>',
    '<p data-block="bookmark"><a href="https://x.example/">X</a><br><em>A</em></p>',
    [],
  ],
  [
    'gallery',
    '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-row"><img src="https://x.example/a.jpg" alt="A"><img src="https://x.example/b.jpg"></div><figcaption>Both</figcaption></figure>',
    '<figure data-layout="gallery"><img src="https://x.example/a.jpg" alt="A"><img src="https://x.example/b.jpg" alt=""><figcaption>Both</figcaption></figure>',
    [],
  ],
  [
    'callout',
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>this</b></div></div>',
    '<aside data-callout="note"><p>Mind <b>this</b></p></aside>',
    [],
  ],
  [
    'toggle',
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4></div><div class="kg-toggle-content"><p>Text</p></div></div>',
    '<details><summary>More</summary><p>Text</p></details>',
    [],
  ],
  [
    'button',
    '<div class="kg-card kg-button-card"><a href="https://x.example/" class="kg-btn">Go</a></div>',
    '<p data-block="button"><a href="https://x.example/">Go</a></p>',
    [],
  ],
  ['sign-up', '<div class="kg-card kg-signup-card"><form></form></div>', '', ['signup']],
  [
    'embed',
    '<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/abcdef" title="Film"></iframe></figure>',
    '<p data-block="embed"><a href="https://www.youtube.com/watch?v=abcdef">Film</a></p>',
    [],
  ],
  [
    'file',
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://x.example/content/files/a.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">The plan</div><div class="kg-file-card-caption">Of the year</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">a.pdf</div></div></div><div class="kg-file-card-icon"><svg></svg></div></a></div>',
    '<p data-block="file"><a href="https://x.example/content/files/a.pdf">The plan</a></p><p>Of the year</p>',
    [],
  ],
  [
    'audio',
    '<div class="kg-card kg-audio-card"><img class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder"><svg></svg></div><div class="kg-audio-player-container"><audio src="https://x.example/content/media/a.mp3" preload="metadata"></audio><div class="kg-audio-title">A talk</div><div class="kg-audio-player"><button><svg></svg></button><span>0:00</span></div></div></div>',
    '<p data-block="audio"><a href="https://x.example/content/media/a.mp3">A talk</a></p>',
    [],
  ],
  [
    'video',
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://x.example/content/media/a.mp4" poster="https://x.example/p.jpg"></video><div class="kg-video-overlay"><button><svg></svg></button></div></div><figcaption>A <b>film</b></figcaption></figure>',
    '<figure><video src="https://x.example/content/media/a.mp4"></video><figcaption>A <b>film</b></figcaption></figure>',
    [],
  ],
  [
    'embed of another site',
    '<figure class="kg-card kg-embed-card"><iframe src="https://x.example/player" title="Film"></iframe></figure>',
    '<p><a href="https://x.example/player">Film</a></p>',
    ['embed'],
  ],
])('shows the card %s in its plain form', async (_name, html, expected, losses) => {
  expect(await readCard(html)).toEqual({ html: expected, losses });
});

it.each([[{ 'theme.json': '{"name":"theme"}' }], [{ 'a.json': '{' }], [{}]])('refuses %j', async (texts) => {
  await expect(read(texts as Record<string, string>)).rejects.toThrow('isn’t a Ghost export');
});
