import { describe, expect, it } from 'vitest';
import { createChainReader, listLoops } from '#api/domain/redirect-chains.ts';
import type { RedirectTarget } from '#api/domain/redirects.ts';

const toFind = (redirects: Record<string, RedirectTarget>) => {
  const asked: string[] = [];
  const find = (path: string) => {
    asked.push(path);
    return redirects[path];
  };
  return { asked, find };
};
const toChain = (length: number): Record<string, RedirectTarget> =>
  Object.fromEntries(Array.from({ length }, (_, n) => [`/${n}`, { to: `/${n + 1}`, status: 301 }]));

describe('chains of redirects', () => {
  it('A chain of any length leads to its end, and each redirect of it is looked up once', () => {
    const { find, asked } = toFind(toChain(5_000));
    const read = createChainReader(find);
    for (let n = 4_999; n >= 0; n -= 7) read(`/${n}`);
    expect(read('/0')).toEqual({ to: '/5000', status: 301, redirects: 5_000 });
    expect(asked.length).toBeLessThan(2 * 5_000);
  });

  it('A chain with one temporary redirect is temporary for all that lead through it', () => {
    const read = createChainReader(
      toFind({
        '/a': { to: '/b?x=1#y', status: 301 },
        '/b': { to: 'https://example.com/', status: 302 },
        '/c': { to: '/d', status: 301 },
      }).find,
    );
    expect(read('/a')).toEqual({ to: 'https://example.com/', status: 302, redirects: 2 });
    expect(read('/c')).toEqual({ to: '/d', status: 301, redirects: 1 });
    expect(read('/d')).toBeUndefined();
  });

  it('An address that leads into a loop has no end, and the loop is listed once without what leads to it', () => {
    const loop = toFind({
      '/a': { to: '/b', status: 301 },
      '/b': { to: '/c', status: 301 },
      '/c': { to: '/b', status: 301 },
      '/d': { to: '/a', status: 301 },
    });
    const read = createChainReader(loop.find);
    expect(['/c', '/a', '/d', '/b'].map(read)).toEqual([null, null, null, null]);
    expect(listLoops(['/d', '/a', '/b', '/c'], loop.find)).toEqual([['/b', '/c']]);
    expect(listLoops(['/0', '/3'], toFind(toChain(5)).find)).toEqual([]);
  });
});
