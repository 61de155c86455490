import { describe, expect, it } from 'vitest';
import type { ImportRecord } from '#api/adapters/site-readers/records.ts';
import { readWordPress } from '#api/adapters/site-readers/wordpress/wordpress.ts';
import {
  createAttachment,
  createItem,
  createMenu,
  createMenuItem,
  createMeta,
  createWordPressFile,
} from '../../support/imports/wordpress-file.ts';

async function read(...texts: string[]): Promise<ImportRecord[]> {
  const sources = texts.map((text, at) => ({
    name: `export-${at + 1}.xml`,
    // In pieces that cut words and marks.
    open: async function* () {
      for (let from = 0; from < text.length; from += 97) yield text.slice(from, from + 97);
    },
  }));
  const records: ImportRecord[] = [];
  for await (const record of readWordPress(sources, { zone: 'Pacific/Auckland' })) records.push(record);
  return records;
}

const findPost = (records: ImportRecord[]) => {
  const post = records.find((record) => record.kind === 'post');
  if (post?.kind !== 'post') throw new Error('no post');
  return post;
};
const readPost = async (item: Partial<Parameters<typeof createItem>[0]>, ...others: string[]) =>
  findPost(await read(createWordPressFile(createItem({ id: 1, title: 'Tea', ...item }), ...others)));
const readContent = async (content: string, ...others: string[]) => (await readPost({ content }, ...others)).data.html;
const listLosses = ({ losses = [] }: { losses?: { kind: string }[] }) => losses.map(({ kind }) => kind);

describe('posts of WordPress', () => {
  it('keep title, slug, author, date in UTC, excerpt, categories and old address', async () => {
    const post = await readPost({
      title: 'Tea &amp; <em>toast</em>',
      name: 'tea-%C3%A9',
      link: 'https://old.example.com/2020/03/tea/',
      excerpt: '<p>About tea.</p>',
      more: '<category domain="category" nicename="drinks"><![CDATA[Drinks]]></category><category domain="post_tag" nicename="hot"><![CDATA[Hot]]></category>',
    });
    expect(post.title).toBe('Tea & toast');
    expect(post.data).toMatchObject({
      slug: 'tea-é',
      authors: ['aroha'],
      publishedAt: Date.parse('2020-02-29T20:30:00Z'),
      description: 'About tea.',
      categories: ['drinks'],
      tags: ['hot'],
      oldPaths: ['/2020/03/tea/'],
      status: 'published',
    });
  });

  it('take all authors of Co-Authors Plus, the one of WordPress first, guests with what is known of them', async () => {
    const name = (nicename: string, text: string) =>
      `<category domain="author" nicename="${nicename}"><![CDATA[${text}]]></category>`;
    const guest = [
      createMeta('cap-display_name', 'Mei Lin Chen'),
      createMeta('cap-description', 'Writes.'),
      createMeta('cap-website', 'https://mei.example'),
    ];
    const records = await read(
      createWordPressFile(
        createItem({
          id: 1,
          title: 'Tea',
          more: `${name('cap-mei', 'mei')}${name('cap-aroha', 'aroha')}${name('cap-sam', 'Sam')}`,
        }),
        createItem({ id: 2, title: 'Coffee', more: name('cap-mei', 'mei') }),
        createItem({ id: 3, type: 'guest-author', name: 'cap-mei', more: guest.join('') }),
      ),
    );
    const posts = records.flatMap((record) => (record.kind === 'post' ? [record.data.authors] : []));
    expect(posts).toEqual([['aroha', 'guest:mei', 'guest:sam'], ['guest:mei']]);
    const people = records.flatMap((record) => (record.kind === 'author' ? [record.data] : []));
    expect(people).toEqual([
      { name: 'Aroha Ngata', slug: '', bio: '', links: [], image: null },
      { name: 'Mei Lin Chen', slug: '', bio: 'Writes.', links: ['https://mei.example'], image: null },
      { name: 'Sam', slug: '', bio: '', links: [], image: null },
    ]);
    expect(records.find(({ kind }) => kind === 'site')?.losses).toEqual([]);
  });

  it('take the time of the site where the file has no time in UTC', async () => {
    const post = await readPost({ status: 'draft', date: '2020-07-01 09:30:00', gmt: '0000-00-00 00:00:00' });
    expect(post.data.publishedAt).toBe(Date.parse('2020-06-30T21:30:00Z'));
  });

  it.each([
    ['publish', 'published', []],
    ['future', 'published', []],
    ['draft', 'draft', []],
    ['pending', 'draft', ['pending']],
    ['private', 'draft', ['private']],
    ['trash', 'trash', []],
  ])('with the status %s become %s', async (status, expected, losses) => {
    const post = await readPost({ status });
    expect(post.data.status).toBe(expected);
    expect(listLosses(post)).toEqual(losses);
  });

  it('with a password become drafts', async () => {
    const post = await readPost({ more: '<wp:post_password>secret</wp:post_password>' });
    expect(post.data.status).toBe('draft');
    expect(listLosses(post)).toEqual(['password']);
    expect(JSON.stringify(post)).not.toContain('secret');
  });

  it('leave out what the program keeps for itself', async () => {
    const records = await read(
      createWordPressFile(
        createItem({ id: 1, status: 'auto-draft' }),
        createItem({ id: 2, type: 'revision', status: 'inherit' }),
        createItem({ id: 3, type: 'wp_global_styles' }),
        createItem({ id: 4, type: 'book' }),
      ),
    );
    expect(records).toEqual([
      { kind: 'site', origin: 'old.example.com', losses: [{ kind: 'custom_type', detail: 'book', count: 1 }] },
    ]);
  });
});

describe('classic content', () => {
  it('gets paragraphs and lines, but not inside code', async () => {
    expect(await readContent('One\ntwo\n\nThree\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<pre>x\n\ny</pre>')).toBe(
      '<p>One<br>\ntwo</p><p>Three</p><ul>\n<li>a</li>\n<li>b</li>\n</ul><pre>x\n\ny</pre>',
    );
  });

  it('keeps captions with their images', async () => {
    const html = await readContent(
      '[caption id="a" align="alignleft" width="300"]<a href="https://old.example.com/tea.jpg"><img src="https://old.example.com/tea-300x200.jpg" alt="A cup"></a> Tea at <em>four</em>[/caption]',
      createAttachment(2, 'https://old.example.com/tea.jpg'),
    );
    expect(html).toBe(
      '<figure><img src="https://old.example.com/tea.jpg" alt="A cup"><figcaption>Tea at <em>four</em></figcaption></figure>',
    );
  });

  it('keeps galleries, with the texts of the library', async () => {
    const post = await readPost(
      { content: '[gallery ids="3,2"]' },
      createAttachment(2, 'http://old.example.com/a.jpg', createMeta('_wp_attachment_image_alt', 'First')),
      createAttachment(3, 'http://old.example.com/b.jpg'),
    );
    expect(post.data.html).toBe(
      '<figure data-layout="gallery"><img src="https://old.example.com/b.jpg" alt=""><img src="https://old.example.com/a.jpg" alt="First"></figure>',
    );
    expect(listLosses(post)).toEqual([]);
  });

  it('keeps embeds, players and addresses on a line of their own, as far as pages show them', async () => {
    const post = await readPost({
      content:
        'https://youtu.be/abcdef\n\n[embed]https://vimeo.com/1[/embed]\n\n[audio src="https://old.example.com/a.mp3"]\n\n[audio https://old.example.com/b.mp3 loop]\n\n<iframe src="https://www.youtube.com/embed/uvwxyz"></iframe>',
    });
    expect([...post.data.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      'https://youtu.be/abcdef',
      'https://vimeo.com/1',
      'https://old.example.com/a.mp3',
      'https://old.example.com/b.mp3',
      'https://www.youtube.com/watch?v=uvwxyz',
    ]);
    expect(post.data.html.match(/data-block="embed"/g)).toHaveLength(2);
    expect(listLosses(post)).toEqual(['embed']);
  });

  it('keeps recordings, videos and files, with the titles of the library', async () => {
    const records = await read(
      createWordPressFile(
        createItem({
          id: 1,
          content:
            '[playlist ids="3"]\n\nhttps://old.example.com/b.mp3\n\n[video mp4="https://old.example.com/c.mp4"][/video]\n\nThe <a href="http://old.example.com/d.pdf">plan</a>\n\n[audio src="https://old.example.com/e.wma"]',
        }),
        createAttachment(3, 'http://old.example.com/a.mp3'),
        createAttachment(4, 'http://old.example.com/f.docx'),
        createAttachment(5, 'http://old.example.com/g.exe'),
      ),
    );
    const post = findPost(records);
    expect(post.data.html.replace(/>\s+</g, '><')).toBe(
      '<p data-block="audio"><a href="https://old.example.com/a.mp3">An image</a></p><p data-block="audio"><a href="https://old.example.com/b.mp3">b</a></p><p><video src="https://old.example.com/c.mp4"></video></p><p>The <a href="https://old.example.com/d.pdf">plan</a></p><p><a href="https://old.example.com/e.wma">https://old.example.com/e.wma</a></p>',
    );
    expect(listLosses(post)).toEqual(['file']);
    expect(records.flatMap((record) => (record.kind === 'media' ? [record.data.name] : []))).toEqual([
      'a.mp3',
      'f.docx',
      'b.mp3',
      'c.mp4',
      'd.pdf',
    ]);
    expect(records[0]?.losses).toEqual([{ kind: 'file', detail: 'https://old.example.com/g.exe', count: 1 }]);
  });

  it('names shortcodes, keeps the text inside, and leaves words in brackets alone', async () => {
    const post = await readPost({
      content: '[note color="red"]Read this[/note] [sic] [[note]] [contact-form-7 id="1"] <code>[note a="b"]</code>',
    });
    expect(post.data.html).toBe('<p>Read this [sic] [note]  <code>[note a="b"]</code></p>');
    expect(post.losses?.map(({ detail }) => detail)).toEqual(['note', 'contact-form-7']);
  });
});

describe('content of blocks', () => {
  it('is the HTML inside, without the marks', async () => {
    const html = await readContent(
      '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Hi</h3>\n<!-- /wp:heading -->\n\n<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph --><p>Left</p><!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->',
    );
    expect(html.replace(/>\s+</g, '><')).toBe('<h3 class="wp-block-heading">Hi</h3><p>Left</p>');
  });

  it('keeps galleries and buttons', async () => {
    const figure = (name: string) =>
      `<figure class="wp-block-image"><img src="https://old.example.com/${name}.jpg" alt=""></figure>`;
    const post = await readPost({
      content: `<!-- wp:gallery --><figure class="wp-block-gallery">${figure('a')}${figure('b')}<figcaption class="blocks-gallery-caption">Both</figcaption></figure><!-- /wp:gallery --><!-- wp:buttons --><div class="wp-block-buttons"><div class="wp-block-button is-style-outline"><a class="wp-block-button__link" href="https://x.example/">Go</a></div></div><!-- /wp:buttons -->`,
    });
    expect(post.data.html).toBe(
      '<figure data-layout="gallery"><img src="https://old.example.com/a.jpg" alt=""><img src="https://old.example.com/b.jpg" alt=""><figcaption>Both</figcaption></figure><p data-block="quiet-button"><a href="https://x.example/">Go</a></p>',
    );
    expect(listLosses(post)).toEqual([]);
  });

  it.each([
    ['Tea for two', 'Tea for two', []],
    ['%%title%% | Tea', '', ['search_title']],
  ])('take the title for search engines %j, unless a program puts it together', async (title, wanted, losses) => {
    const post = await readPost({ more: createMeta('_yoast_wpseo_title', title) });
    expect(post.data.metaTitle).toBe(wanted);
    expect(listLosses(post)).toEqual(losses);
  });

  it('keeps files without their buttons', async () => {
    const post = await readPost({
      content:
        '<!-- wp:file {"id":1} --><div class="wp-block-file"><object data="https://old.example.com/a.pdf"></object><a href="https://old.example.com/a.pdf">The plan</a><a href="https://old.example.com/a.pdf" class="wp-block-file__button" download>Download</a></div><!-- /wp:file -->',
    });
    expect(post.data.html).toBe('<p data-block="file"><a href="https://old.example.com/a.pdf">The plan</a></p>');
    expect(listLosses(post)).toEqual([]);
  });

  it('names blocks that a program fills, and embeds', async () => {
    const post = await readPost({
      content:
        '<!-- wp:latest-posts {"postsToShow":3,"a":{"b":1}} /-->\n<!-- wp:embed {"url":"https://x.example/1"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://x.example/1\n</div></figure>\n<!-- /wp:embed -->',
    });
    expect(post.data.html).toBe('<p><a href="https://x.example/1">https://x.example/1</a></p>');
    expect(post.losses).toEqual([
      { kind: 'dynamic_block', detail: 'latest-posts', count: 1 },
      { kind: 'embed', detail: 'x.example', count: 1 },
    ]);
  });

  it('names scripts, forms and drawings, of which nothing stays', async () => {
    const post = await readPost({
      content:
        '<!-- wp:html --><script>alert(1)</script><form action="/go"><input></form><svg></svg><p>Text</p><!-- /wp:html -->',
    });
    expect(post.data.html).toBe('<p>Text</p>');
    expect(listLosses(post)).toEqual(['script', 'form', 'drawing']);
  });
});

describe('the site', () => {
  it('has categories, images once each, pages below each other, and what is lost of it', async () => {
    const records = await read(
      createWordPressFile(
        '<wp:category><wp:category_nicename>green</wp:category_nicename><wp:category_parent>tea</wp:category_parent><wp:cat_name><![CDATA[Green]]></wp:cat_name></wp:category>',
        createMenu('main', 'Main'),
        createItem({ id: 5, type: 'page', title: 'Team', name: 'team', parent: 4 }),
        createItem({ id: 4, type: 'page', title: 'About', name: 'about' }),
      ),
      createWordPressFile(
        createItem({
          id: 6,
          title: 'Tea',
          content: '<img src="/a.jpg"><img src="https://old.example.com/a.jpg?x=1">',
          more: `<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>${createMeta('_thumbnail_id', '7')}`,
        }),
        createAttachment(7, 'https://old.example.com/cover.png'),
      ),
    );
    expect(records.map(({ kind, ...record }) => [kind, 'sourceId' in record ? record.sourceId : ''])).toEqual([
      ['site', ''],
      ['category', 'green'],
      ['media', 'https://old.example.com/cover.png'],
      ['page', '5'],
      ['page', '4'],
      ['media', 'https://old.example.com/a.jpg'],
      ['post', '6'],
      ['author', 'aroha'],
    ]);
    expect(records.flatMap((record) => (record.kind === 'page' ? [record.data.address] : []))).toEqual([
      '/about/team',
      '/about',
    ]);
    expect(findPost(records).data.cover).toBe('https://old.example.com/cover.png');
    expect(records[0]?.losses?.map(({ kind, count }) => [kind, count])).toEqual([
      ['comments', 1],
      ['nested_category', 1],
      ['menu', 1],
    ]);
  });

  it('has menus by their names, in their order, with the titles of what they lead to', async () => {
    const records = await read(
      createWordPressFile(
        '<wp:category><wp:term_id>31</wp:term_id><wp:category_nicename>tea</wp:category_nicename><wp:cat_name><![CDATA[Tea]]></wp:cat_name></wp:category>',
        createMenu('footer-links', 'Footer links'),
        createMenu('main', 'Main menu'),
        createMenu('social', 'Social'),
        createMenuItem({ id: 12, parent: 11, meta: { type: 'taxonomy', object: 'category', object_id: 31 } }),
        createMenuItem({ id: 11, title: 'More', meta: { type: 'custom', url: '#' } }),
        createMenuItem({ id: 10, meta: { type: 'post_type', object: 'page', object_id: 4 } }),
        // Each is below the other.
        createMenuItem({ id: 13, title: 'A', parent: 14, meta: { type: 'custom', url: '/a' } }),
        createMenuItem({ id: 14, title: 'B', parent: 13, meta: { type: 'custom', url: 'https://x.example/' } }),
        createMenuItem({ id: 15, title: 'Terms', menu: 'footer-links', meta: { type: 'custom', url: '/terms' } }),
        createItem({ id: 4, type: 'page', title: 'About', name: 'about' }),
      ),
    );
    const link = (label: string, href: string, links: unknown[] = []) => ({ label, href, links });
    expect(records.flatMap((record) => (record.kind === 'menu' ? [record.data] : []))).toEqual([
      {
        header: [
          link('About', 'https://old.example.com/?p=4'),
          link('More', '', [link('Tea', 'https://old.example.com/category/tea')]),
          link('A', 'https://old.example.com/a'),
          link('B', 'https://x.example/'),
        ],
        columns: [{ title: 'Footer links', links: [link('Terms', 'https://old.example.com/terms')] }],
        line: [],
      },
    ]);
    expect(records[0]?.losses).toEqual([{ kind: 'menu', detail: 'Social', count: 1 }]);
  });

  it.each([
    [
      'a feed',
      '<rss version="2.0"><channel><title>Feed</title><item><title>A</title></item></channel></rss>',
      /is a feed/,
    ],
    ['another kind of file', '{"db":[]}', /isn’t a WordPress export/],
    ['an empty file', '', /isn’t a WordPress export/],
    ['half a file', createWordPressFile(createItem({ id: 1 })).slice(0, -400), /ends in the middle/],
  ])('is not read from %s', async (_name, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('is read although control characters and cut characters stand in it', async () => {
    const post = await readPost({ content: 'a\u0008b\u000bc \ufffe d' });
    expect(post.data.html).toBe('<p>abc  d</p>');
  });
});
