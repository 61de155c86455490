import { describe, expect, it } from 'vitest';
import { negotiateEncoding, matchesEtag, parseRange } from '#api/site/content-negotiation.ts';

describe('negotiateEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', 'identity'],
    ['br; q=0.1, gzip; q=1', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=x', 'identity'],
    ['brotli, xgzip', 'identity'],
    [',,;q=1', 'identity'],
  ])('of %j is %s', (header, encoding) => {
    expect(negotiateEncoding(header)).toBe(encoding);
  });
});

describe('matchesEtag', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", W/"abc" ', true],
    ['*', true],
    ['abc', false],
    ['"ABC"', false],
    ['"abc', false],
  ])('of %j is %s', (header, isMatch) => {
    expect(matchesEtag(header, '"abc"')).toBe(isMatch);
  });
});

describe('parseRange', () => {
  it.each([
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-999', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=99-', { start: 99, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', null],
    ['bytes=5-2', null],
    ['bytes=0-1,5-6', null],
    ['items=0-1', null],
    ['bytes=a-b', null],
    ['bytes=-1-2', null],
  ])('of %j in 100 bytes is %j', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it('is unsatisfiable in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });
});
