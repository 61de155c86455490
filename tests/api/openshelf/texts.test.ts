import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HtmlTaskError } from '#api/adapters/html/html-processor.ts';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import type { FetchedText } from '#api/adapters/safe-fetch/safe-fetch.ts';
import { publications } from '#db/schema/index.ts';
import { eq } from 'drizzle-orm';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { insertVersion, createPublication } from '../../support/app/publications.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { generateHostileHtml } from '../../support/xss/hostile-html.ts';

let test: TestApp;
let admin: ApiCaller;
let pages: Record<string, Partial<FetchedText> | Error>;
let fetched: string[];

beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
beforeEach(() => {
  pages = {};
  fetched = [];
  test.deps.safeFetch = async (url) => {
    fetched.push(url);
    const page = pages[url];
    if (page === undefined || page instanceof Error)
      throw page ?? new FetchError('The page doesn’t exist (error 404).');
    return { text: '', format: 'html', url, ...page };
  };
});
afterAll(() => test.close());

const HTML = 'https://books.example/work.html';
const MARKDOWN = 'https://books.example/work.md';
const addReadable = (text: string, format: FetchedText['format'] = 'html') => {
  pages[HTML] = { text, format };
  return createPublication(test, { title: 'A Work', categoryId: 6, htmlUrl: HTML });
};
const readText = async (id: number, query = '') =>
  (await admin.call('GET', `/api/admin/openshelf/publications/${id}/text${query}`)).body.data;
const refetch = (id: number) => admin.call('POST', `/api/admin/openshelf/publications/${id}/text`);

describe('GET /api/admin/openshelf/publications/:id/text', () => {
  it('fetches the text once, sanitised, with chapters, words and where it came from', async () => {
    const id = await addReadable(
      '<title>No</title><h1>One</h1><p onclick="x">Two <b>words</b>, a <a href="/more">link</a></p><h2>&lt;h2&gt;</h2>',
    );
    const text = await readText(id);
    expect(text).toEqual({
      version_number: 1,
      html:
        '<h1 id="chapter-1">One</h1><p>Two <strong>words</strong>, a <a href="https://books.example/more" ' +
        'rel="noopener noreferrer nofollow" target="_blank">link</a></p><h2 id="chapter-2">&lt;h2&gt;</h2>',
      word_count: 6,
      chapters: [
        { id: 'chapter-1', title: 'One', level: 1 },
        { id: 'chapter-2', title: '<h2>', level: 2 },
      ],
      images: [],
      removed_links: { count: 0, links: [] },
      source_url: HTML,
      fetched_at: new Date(test.clock.now()).toISOString(),
      error: null,
    });
    expect(await readText(id)).toEqual(text);
    expect(fetched).toEqual([HTML]);
  });

  it('renders Markdown, and removes HTML in it that could run', async () => {
    const id = await addReadable(
      '---\ntitle: x\n---\n# One\n\n| a |\n|---|\n| [b](javascript:x) |\n\n<script>x</script><img src=x onerror=y alt="A jar">',
      'markdown',
    );
    const { html } = await readText(id);
    expect(html).toContain('<h1 id="chapter-1">One</h1>');
    expect(html).toContain('<td>b</td>');
    expect(html).toContain('<img data-image="1" alt="A jar" />');
    expect(html).not.toMatch(/<script|src=|onerror|title: x/);
  });

  it.each([
    ['<a href="http://a.example">a</a>', 'a'],
    ['<a href="#top">a</a><a href="">b</a>', 'ab'],
    ['<a href="JaVaScript:x">a</a>', 'a'],
    ['<a href="https://u:p@a.example">a</a>', 'a'],
    ['<a href="mailto:a@a.example">a</a>', 'a'],
    [
      '<a href="//a.example/b">a</a>',
      '<a href="https://a.example/b" rel="noopener noreferrer nofollow" target="_blank">a</a>',
    ],
    [
      '<img src="https://a.example/a.png" alt="" onerror="x" srcset="https://a.example/b.png">a',
      '<img data-image="1" alt="" />a',
    ],
    ['<img src="" alt=" ">a', 'a'],
    ['<video src="https://a.example/a.mp4"></video>a', 'a'],
    ['<input type="checkbox">a<form action="https://a.example"><button>b</button></form>', 'ab'],
    ['<link rel="stylesheet" href="https://a.example"><meta http-equiv="refresh" content="0;url=x">a', 'a'],
    ['<p id="passage-1" style="background:url(https://a.example)" class="b">a</p>', '<p>a</p>'],
    ['<iframe src="https://a.example"></iframe>a', 'a'],
  ])('reduces %s', async (input, expected) => {
    expect((await readText(await addReadable(input))).html).toBe(expected);
  });

  it('leaves nothing that runs or requests of 2,000 hostile texts', async () => {
    const hostile = generateHostileHtml(13, 2_000).join('\n');
    const { html } = await readText(await addReadable(hostile));
    expect(html).not.toMatch(/<(script|video|iframe|svg|math|object|embed|form|input|style|link|meta|base)\b/i);
    for (const [, attributes] of html.matchAll(/<[a-z][a-z0-9]*((?:\s[^<>]*)?)>/g)) {
      expect(attributes).toMatch(
        /^( data-image="\d+" alt="[^"]*" \/| href="https:\/\/[^"]*" rel="noopener noreferrer nofollow" target="_blank"| (id="chapter-\d+"|open(="")?|(start|colspan|rowspan|align)="[^"]*"|class="language-[^"]*"))*$/,
      );
    }
  });

  it('is sanitised again when it is read', async () => {
    const id = await addReadable('<p>a</p>');
    await readText(id);
    await test.db.client.execute(
      `UPDATE publication_texts SET html = '<p onclick="x">b</p><script>c</script><img src="https://a.example/" alt="d">'
       WHERE url = '${HTML}'`,
    );
    expect((await readText(id)).html).toBe('<p>b</p><img data-image="1" alt="d" />');
  });

  it('keeps the places of its images, and names their whole addresses beside it', async () => {
    const id = await addReadable(
      '<h1>Tea</h1><p>A <img src="/jar.png?a=1&amp;b=2" alt=" A  jar\u202e "> and</p><a href="/x"><img src="b.png"></a>' +
        '<img src="http://a.example/c.png" alt="Old"><img src="data:image/png;base64,AAAA"><img src="//b.example/d.png" alt="D">',
    );
    const { html, images } = await readText(id);
    expect(html).toBe(
      '<h1 id="chapter-1">Tea</h1><p>A <img data-image="1" alt="A jar" /> and</p>' +
        '<a href="https://books.example/x" rel="noopener noreferrer nofollow" target="_blank"><img data-image="2" alt="" /></a>' +
        '<img data-image="3" alt="Old" /><img data-image="4" alt="D" />',
    );
    expect(images).toEqual([
      { url: 'https://books.example/jar.png?a=1&b=2', alt: 'A jar' },
      { url: 'https://books.example/b.png', alt: '' },
      { url: null, alt: 'Old' },
      { url: 'https://b.example/d.png', alt: 'D' },
    ]);
  });

  it('counts and indexes what its images show in words', async () => {
    const id = await addReadable('<p>Two words</p><img src="/a.png" alt="kumara &lt;b&gt;"><img src="/b.png">');
    expect((await readText(id)).word_count).toBe(5);
    const { rows } = await test.db.client.execute(`SELECT body FROM publication_words WHERE rowid = ${id}`);
    expect(rows[0]?.body).toBe('Two words Image: kumara <b>');
  });

  it('names the first 200 of its images', async () => {
    const { html, images } = await readText(await addReadable(`a${'<img src="/a.png">'.repeat(201)}`));
    expect(html.match(/<img/g)).toHaveLength(201);
    expect(images).toHaveLength(200);
  });

  it('lists the links that were removed, each once, with their words and why', async () => {
    const id = await addReadable(
      '<p><a href="http://a.example/\u00e9">Old <b>page</b></a><a href="http://a.example/\u00e9">Old <i>page</i></a></p>' +
        '<a href="#note">1</a><a href="">b</a><a name="c">c</a><a href="/kept">kept</a>' +
        '<a href="jav\nascript:alert(1)">Run \u202eme</a><a href="data:text/html,x">d</a><a href="mailto:a@a.example">Mail</a>' +
        '<a href="https://bank.example@evil.example/">Bank</a><a href="https://[">e</a>' +
        '<map><area href="/map" alt="North"><area href="http://b.example" alt="South"></map>',
    );
    expect((await readText(id)).removed_links).toEqual({
      count: 8,
      links: [
        { address: 'http://a.example/%C3%A9', text: 'Old page', reason: 'not_https' },
        { address: 'javascript:alert(1)', text: 'Run me', reason: 'script' },
        { address: 'data:text/html,x', text: 'd', reason: 'script' },
        { address: 'mailto:a@a.example', text: 'Mail', reason: 'not_https' },
        { address: 'https://bank.example@evil.example/', text: 'Bank', reason: 'user_name' },
        { address: 'https://[', text: 'e', reason: 'invalid' },
        { address: 'https://books.example/map', text: 'North', reason: 'image_map' },
        { address: 'http://b.example/', text: 'South', reason: 'not_https' },
      ],
    });
  });

  it('lists the first 100 removed links, with their number, and cuts long ones', async () => {
    const links = Array.from({ length: 300 }, (_, at) => `<a href="http://a.example/${at}">${at}</a>`).join('');
    const long = `<a href="javascript:${'x'.repeat(9_000)}">${'y'.repeat(9_000)}</a>`;
    const { removed_links: removed } = await readText(await addReadable(long + links));
    expect([removed.count, removed.links.length]).toEqual([301, 100]);
    expect([removed.links[0].address.length, removed.links[0].text.length]).toEqual([500, 100]);
  });

  it('takes the Markdown where there is no HTML, or it can’t be loaded', async () => {
    pages[MARKDOWN] = { text: '*Here*', format: 'markdown' };
    expect(await readText(await createPublication(test, { mdUrl: MARKDOWN }))).toMatchObject({
      html: '<p><em>Here</em></p>',
      source_url: MARKDOWN,
    });
    const both = await readText(await createPublication(test, { htmlUrl: HTML, mdUrl: MARKDOWN }));
    expect(both).toMatchObject({ html: '<p><em>Here</em></p>', source_url: MARKDOWN, error: null });
    expect(fetched).toEqual([MARKDOWN, HTML, MARKDOWN]);
  });

  it('says why there is no text, and tries again after a minute', async () => {
    const id = await createPublication(test, { htmlUrl: HTML, mdUrl: MARKDOWN });
    expect(await readText(id)).toMatchObject({
      html: null,
      error: 'The page doesn’t exist (error 404).',
      source_url: HTML,
    });
    pages[HTML] = { text: '<p>Now</p>' };
    test.clock.advance(59_000);
    expect((await readText(id)).error).toBe('The page doesn’t exist (error 404).');
    test.clock.advance(1_000);
    expect(await readText(id)).toMatchObject({ html: '<p>Now</p>', error: null });
    expect(fetched).toEqual([HTML, MARKDOWN, HTML]);
  });

  it('says when there is nothing to read', async () => {
    const id = await createPublication(test, { pdfUrl: 'https://books.example/work.pdf' });
    const nothing = 'This work has no HTML or Markdown to read here. Open it by one of its links.';
    expect(await readText(id)).toMatchObject({ html: null, error: nothing, source_url: null, fetched_at: null });
    const script = await addReadable('<div id="app"></div><script src="app.js"></script>');
    expect((await readText(script)).error).toBe('The page holds no text. It may need a browser to show it.');
    expect(fetched).toEqual([HTML]);
  });

  it('fetches once for two who ask at the same time', async () => {
    const id = await addReadable('<p>a</p>');
    const texts = await Promise.all([readText(id), readText(id)]);
    expect(texts.map(({ html }) => html)).toEqual(['<p>a</p>', '<p>a</p>']);
    expect(fetched).toHaveLength(1);
  });

  it('is there for the one who stays when the one who asked first leaves, and is kept (T42)', async () => {
    const id = await addReadable('<p>a</p>');
    const { promise: isFetching, resolve: begin } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const loadPage = test.deps.safeFetch;
    test.deps.safeFetch = async (url) => {
      begin();
      await isReleased;
      return loadPage(url);
    };
    const leaver = new AbortController();
    const path = `/api/admin/openshelf/publications/${id}/text`;
    const left = test.app.request(path, { ...toRequestInit(admin.token, 'GET'), signal: leaver.signal });
    await isFetching;
    const stays = readText(id);
    leaver.abort();
    release();
    expect((await left).status).toBe(400);
    expect((await stays).html).toBe('<p>a</p>');
    expect((await readText(id)).html).toBe('<p>a</p>');
    expect(fetched).toEqual([HTML]);
  });

  it('that breaks the sanitiser says so, and is no error of the server', async () => {
    const id = await addReadable(`<p>${'a '.repeat(20_000)}</p>`);
    vi.spyOn(test.deps.html, 'run').mockRejectedValueOnce(
      new HtmlTaskError('Couldn’t process the HTML: out of memory'),
    );
    expect(await readText(id)).toMatchObject({
      html: null,
      error: 'The text couldn’t be prepared, so it can’t be read here.',
    });
  });

  it('reads an earlier version, and a new address of the same one', async () => {
    const id = await addReadable('<p>First</p>');
    await insertVersion(test, id, { number: 2, htmlUrl: 'https://books.example/2.html' });
    await write(test.db, [test.db.orm.update(publications).set({ versionNumber: 2 }).where(eq(publications.id, id))]);
    pages['https://books.example/2.html'] = { text: '<p>Second</p>' };
    pages['https://books.example/new.html'] = { text: '<p>Changed</p>' };
    expect(await readText(id)).toMatchObject({ version_number: 2, html: '<p>Second</p>' });
    expect(await readText(id, '?version=1')).toMatchObject({ version_number: 1, html: '<p>First</p>' });
    await test.db.client.execute(
      `UPDATE publication_versions SET html_url = 'https://books.example/new.html' WHERE publication_id = ${id} AND number = 2`,
    );
    expect((await readText(id)).html).toBe('<p>Changed</p>');
  });

  it('of a publication or version that does not exist is 404', async () => {
    const id = await addReadable('<p>a</p>');
    for (const path of ['99999/text', `${id}/text?version=2`, `${id}/diff?from=1&to=2`, '99999/diff?from=1&to=2']) {
      expect((await admin.call('GET', `/api/admin/openshelf/publications/${path}`)).status).toBe(404);
    }
    expect((await refetch(99_999)).status).toBe(404);
  });

  it('of the length of a book takes the worker, and its first 20,000 words are indexed', async () => {
    const id = await addReadable(`<p>${'kawakawa tea '.repeat(15_000)}</p><p>horopito</p>`);
    expect((await readText(id)).word_count).toBe(30_001);
    const { rows } = await test.db.client.execute(`SELECT body FROM publication_words WHERE rowid = ${id}`);
    expect(String(rows[0]?.body).split(' ')).toHaveLength(20_000);
  });
});

describe('POST /api/admin/openshelf/publications/:id/text', () => {
  it('fetches the text again, but not right after another fetch', async () => {
    const id = await addReadable('<p>Before</p>');
    await readText(id);
    pages[HTML] = { text: '<p>After</p>' };
    const refused = await refetch(id);
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'This text was just loaded. Try again in a few seconds.' },
    });
    test.clock.advance(10_000);
    expect((await refetch(id)).body.data.html).toBe('<p>After</p>');
    expect((await readText(id)).html).toBe('<p>After</p>');
  });
});

describe('GET /api/admin/openshelf/publications/:id/diff', () => {
  const compare = async (before: string, after: string, changes = {}) => {
    const id = await addReadable(before);
    pages['https://books.example/2.html'] = { text: after };
    const version = { number: 2, title: 'A Work', categoryId: 6, htmlUrl: 'https://books.example/2.html' };
    await insertVersion(test, id, { ...version, ...changes });
    return (await admin.call('GET', `/api/admin/openshelf/publications/${id}/diff?from=1&to=2`)).body.data;
  };
  const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

  it('lists changed fields by words', async () => {
    const { fields } = await compare('<p>a</p>', '<p>a</p>', {
      title: 'A Better Work',
      categoryId: 1,
      subcategoryId: 9,
    });
    expect(fields).toEqual([
      {
        field: 'title',
        before: 'A Work',
        after: 'A Better Work',
        parts: [
          { kind: 'same', text: 'A ' },
          { kind: 'added', text: 'Better ' },
          { kind: 'same', text: 'Work' },
        ],
      },
      expect.objectContaining({ field: 'category', before: 'Lifestyle', after: 'Fiction' }),
      { field: 'subcategory', before: null, after: 'Mystery', parts: [{ kind: 'added', text: 'Mystery' }] },
      expect.objectContaining({ field: 'html_url' }),
    ]);
  });

  it('shows changed paragraphs by words, with one neighbour on each side and gaps between', async () => {
    const same = ['one', 'two', 'three', 'four', 'five'];
    const diff = await compare(
      paragraphs(...same, 'The dose is a teaspoon.', 'six', 'gone', 'seven', 'eight', 'nine'),
      paragraphs(...same, 'The dose is <b>half</b> a teaspoon.', 'six', 'seven', 'new', 'eight', 'nine'),
    );
    expect(
      diff.paragraphs.map(({ kind, parts }: { kind: string; parts: { kind: string; text: string }[] }) => [
        kind,
        ...parts.map((part) => (part.kind === 'same' ? part.text : `${part.kind}: ${part.text}`)),
      ]),
    ).toEqual([
      ['gap'],
      ['same', 'five'],
      ['changed', 'The dose is ', 'added: half ', 'a teaspoon.'],
      ['same', 'six'],
      ['removed', 'removed: gone'],
      ['same', 'seven'],
      ['added', 'added: new'],
      ['same', 'eight'],
      ['gap'],
    ]);
    expect(diff).toMatchObject({ from: 1, to: 2, change_count: 4, error: null });
  });

  it('compares what images show in words', async () => {
    const { paragraphs: changed } = await compare(
      '<p>Tea</p><img src="/a" alt="A jar">',
      '<p>Tea</p><img src="/a" alt="A pot">',
    );
    expect(changed.at(-1)).toEqual({
      kind: 'changed',
      parts: [
        { kind: 'same', text: 'Image: A ' },
        { kind: 'removed', text: 'jar' },
        { kind: 'added', text: 'pot' },
      ],
    });
  });

  it('finds no difference in the same text', async () => {
    expect(await compare('<p>a <i>b</i></p>', '<h2>a\n b</h2>')).toMatchObject({
      paragraphs: [{ kind: 'gap' }],
      change_count: 1,
    });
  });

  it('compares a version with one of another publication', async () => {
    const id = await addReadable('<p>Boil it twice.</p>');
    await readText(id);
    pages['https://books.example/other.html'] = { text: '<p>Boil it once.</p>' };
    const other = { title: 'A Copy', categoryId: 6, htmlUrl: 'https://books.example/other.html' };
    const otherId = await createPublication(test, other);
    const path = `/api/admin/openshelf/publications/${id}/diff?from=1&to=1&with=`;
    const { data } = (await admin.call('GET', `${path}${otherId}`)).body;
    expect(data.fields[0]).toMatchObject({ field: 'title', before: 'A Copy', after: 'A Work' });
    expect(data.paragraphs).toEqual([
      {
        kind: 'changed',
        parts: [
          { kind: 'same', text: 'Boil it ' },
          { kind: 'removed', text: 'once' },
          { kind: 'added', text: 'twice' },
          { kind: 'same', text: '.' },
        ],
      },
    ]);
    pages['https://books.example/gone.html'] = new FetchError('The page doesn’t exist (error 404).');
    const gone = await createPublication(test, { ...other, htmlUrl: 'https://books.example/gone.html' });
    expect((await admin.call('GET', `${path}${gone}`)).body.data.error).toBe(
      'The other text couldn’t be loaded. The page doesn’t exist (error 404).',
    );
    expect((await admin.call('GET', `${path}999999`)).status).toBe(404);
  });

  it('says why texts can’t be compared, with the fields all the same', async () => {
    const id = await addReadable('<p>a</p>');
    await insertVersion(test, id, { number: 2, title: 'New', categoryId: 6, htmlUrl: MARKDOWN });
    const path = `/api/admin/openshelf/publications/${id}/diff?from=1&to=2`;
    expect((await admin.call('GET', path)).body.data).toMatchObject({
      paragraphs: null,
      error: 'The text couldn’t be loaded. The page doesn’t exist (error 404).',
      change_count: 2,
    });
  });

  it('gives up where two long texts share nothing', async () => {
    const book = (word: string) => paragraphs(...Array.from({ length: 6_000 }, (_, at) => `${word} ${at}`));
    expect(await compare(book('mint'), book('sage'))).toMatchObject({
      paragraphs: null,
      error: 'The two texts differ too much to be compared.',
    });
  });
});
