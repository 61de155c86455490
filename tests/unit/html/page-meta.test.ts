import { expect, test } from 'vitest';
import { readPageMeta } from '#api/adapters/html/page-meta.ts';

const PAGE = 'https://sound.example.org/wind/page';
const read = (html: string) => readPageMeta(html, PAGE);

test('Open Graph comes before all else, and the first of several counts', () => {
  const html = `<!doctype html><html><head><title>Plain</title><meta name="description" content="Plain words">
    <meta property="og:title" content="Field &amp; wind"><meta property="og:title" content="Second">
    <meta property="og:description" content=" Where
    to stand "><meta property="og:site_name" content="Sound">
    <meta property="og:image" content="../a.png"></head><body><svg><title>No</title></svg></body></html>`;
  expect(read(html)).toEqual({
    title: 'Field & wind',
    description: 'Where to stand',
    siteName: 'Sound',
    image: 'https://sound.example.org/a.png',
  });
});

test('a page without it has its title and description', () => {
  expect(read('<title>Plain &amp; simple</title><meta name="Description" content="Words">')).toEqual({
    title: 'Plain & simple',
    description: 'Words',
    siteName: '',
    image: null,
  });
});

test('T50 nothing but plain text of one line and addresses of the web come from a page', () => {
  const meta = read(
    `<meta property="og:title" content="&lt;img src=x onerror=alert(1)&gt;\u202ea\u0007"><meta property="og:image" content="javascript:alert(1)">`,
  );
  expect(meta).toMatchObject({ title: '<img src=x onerror=alert(1)>a', image: null });
  expect(read(`<title>${'word '.repeat(200)}</title>`).title).toHaveLength(200);
  expect(read('<meta property="og:image" content="http://x.example/a.png">').image).toBe('https://x.example/a.png');
  expect(read('<title>a<title>b</title>'.repeat(10_000)).title.length).toBeLessThanOrEqual(200);
});
