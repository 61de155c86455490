import { beforeEach, expect, it, vi } from 'vitest';
import { isMarkedDecorative, setDecorative } from '#src/editor/decorative-images.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  vi.stubGlobal('window', { localStorage });
  return () => vi.unstubAllGlobals();
});

it('keeps the marks of an earlier build', () => {
  stored.set('decorative-pictures', JSON.stringify(['/uploads/old.webp']));
  expect(isMarkedDecorative('/uploads/old.webp')).toBe(true);
  setDecorative('/uploads/new.webp', true);
  expect(JSON.parse(stored.get('decorative-images') ?? '')).toEqual(['/uploads/old.webp', '/uploads/new.webp']);
});

it('does not restore a mark that was removed since', () => {
  stored.set('decorative-pictures', JSON.stringify(['/uploads/old.webp']));
  setDecorative('/uploads/old.webp', false);
  expect(isMarkedDecorative('/uploads/old.webp')).toBe(false);
});
