import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getAdjacentPages,
  countNumberedPages,
  POSTS_PER_PAGE,
  getPageAtPosition,
  type PageSlice,
  getPageSlice,
} from '#api/publishing/plan/list-pages.ts';

const totals = fc.oneof(fc.nat(100), fc.nat(50_000));

/** The pages of a list from the newest to the oldest, by the links 'Older'. */
function walkOlderPages(total: number): (number | null)[] {
  const pages: (number | null)[] = [];
  for (let at: { page: number | null } | null = { page: null }; at; at = getAdjacentPages(total, at.page).older) {
    pages.push(at.page);
  }
  return pages;
}

const getSlice = (total: number, page: number | null) => getPageSlice(total, page) as PageSlice;

describe('pages of a list', () => {
  it('contain every post exactly once, for any total', () => {
    fc.assert(
      fc.property(totals, (total) => {
        const slices = walkOlderPages(total).map((page) => getSlice(total, page));
        expect(slices).toHaveLength(countNumberedPages(total) + 1);
        let end = total;
        for (const part of slices) {
          expect(part.end).toBe(end);
          end = part.start;
        }
        expect(end).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('have 12 posts, the newest page up to 23', () => {
    fc.assert(
      fc.property(totals, (total) => {
        const newest = getSlice(total, null);
        expect(newest.end - newest.start).toBeGreaterThanOrEqual(Math.min(total, POSTS_PER_PAGE));
        expect(newest.end - newest.start).toBeLessThan(2 * POSTS_PER_PAGE);
        for (const page of walkOlderPages(total).slice(1))
          expect(getSlice(total, page)).toMatchObject({ end: (page as number) * POSTS_PER_PAGE });
      }),
      { numRuns: 200 },
    );
  });

  it('with a number never change when posts are added', () => {
    fc.assert(
      fc.property(totals, fc.nat(200), (total, added) => {
        for (let page = 1; page <= Math.min(countNumberedPages(total), 50); page += 1) {
          expect(getPageSlice(total + added, page)).toEqual(getPageSlice(total, page));
        }
      }),
    );
  });

  it('link back with Newer', () => {
    fc.assert(
      fc.property(fc.nat(2_000), (total) => {
        const pages = walkOlderPages(total);
        expect(getAdjacentPages(total, null).newer).toBeNull();
        for (const [at, page] of pages.entries()) {
          if (at > 0) expect(getAdjacentPages(total, page).newer).toEqual({ page: pages[at - 1] });
        }
      }),
    );
  });

  it('can be found by the position of a post', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.nat(), (total, seed) => {
        const position = seed % total;
        const { start, end } = getSlice(total, getPageAtPosition(total, position));
        expect(position).toBeGreaterThanOrEqual(start);
        expect(position).toBeLessThan(end);
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 4])('do not exist for the number %s', (page) => {
    expect(getPageSlice(48, page)).toBeNull();
  });

  it('are one empty page on an empty site', () => {
    expect(getPageSlice(0, null)).toEqual({ start: 0, end: 0 });
    expect(getAdjacentPages(0, null)).toEqual({ newer: null, older: null });
  });
});
