import { expect, it } from 'vitest';
import { createSimilarPathFinder } from '#api/domain/similar-paths.ts';

const find = createSimilarPathFinder([
  '/',
  '/logbook',
  '/prices',
  '/company/team',
  '/company/contact',
  '/blogs',
  '/blogs/north-around-stad',
  '/blogs/north-around-stad-2',
  '/blogs/tea-before-sunrise',
  '/categories/tea',
  '/bl%C3%A5b%C3%A6r',
]);

it.each([
  ['/logbok', '/logbook'],
  ['/priser', '/prices'],
  ['/Prices.html', '/prices'],
  ['/2019/05/north-around-stad', '/blogs/north-around-stad'],
  ['/blog/north_around_stad.php', '/blogs/north-around-stad'],
  ['/blogs/north-around-stad-22', '/blogs/north-around-stad-2'],
  ['/team', '/company/team'],
  ['/compny/contact', '/company/contact'],
  ['/blabær', '/bl%C3%A5b%C3%A6r'],
  ['/blogs/tea-before-sunset', '/blogs/tea-before-sunrise'],
])('finds that %s is like %s', (asked, expected) => {
  expect(find(asked)).toBe(expected);
});

it('finds the page that has all words of the address, unless they are short', () => {
  const findByWords = createSimilarPathFinder(['/guest-harbours', '/prices-and-terms', '/our-tea-shop']);
  expect(['/harbours', '/terms-prices', '/tea'].map(findByWords)).toEqual([
    '/guest-harbours',
    '/prices-and-terms',
    null,
  ]);
});

it.each(['/wp-login.php', '/x', '/', '/harbours', '/%E0%A4%A', '/a/b/c/d'])('finds nothing like %s', (asked) => {
  expect(find(asked)).toBeNull();
});

it('finds the page among 10,000 in a few milliseconds', () => {
  const words = ['tea', 'ship', 'stone', 'garden', 'letter', 'winter', 'market', 'bridge', 'copper', 'lantern'];
  const toSlug = (n: number) => [0, 1, 2, 3].map((at) => words[Math.floor(n / 10 ** at) % 10]).join('-');
  const findOne = createSimilarPathFinder(Array.from({ length: 10_000 }, (_, n) => `/blogs/${toSlug(n)}-${n}`));
  const started = performance.now();
  for (let n = 0; n < 30; n += 1)
    expect(findOne(`/posts/${toSlug(n * 331)}-${n * 331}.html`)).toBe(`/blogs/${toSlug(n * 331)}-${n * 331}`);
  expect(performance.now() - started).toBeLessThan(3_000);
});
