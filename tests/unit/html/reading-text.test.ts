import { describe, expect, it } from 'vitest';
import { cleanReading, prepareReading } from '#api/adapters/html/reading-text.ts';
import { generateHostileHtml } from '../../support/xss/hostile-html.ts';

const prepare = (html: string) => prepareReading(html, { format: 'html', url: 'https://books.example/work.html' });
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
const UNSEEN = /[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe('T20 T26 each of 3,000 hostile texts', () => {
  it('names images by whole https: addresses only, one for each place in its HTML, which holds none', () => {
    let count = 0;
    for (const hostile of generateHostileHtml(14, 3_000)) {
      const { html, images } = prepare(hostile);
      for (const { url, alt } of images) {
        if (url !== null) expect(url).toMatch(/^https:\/\/[^/@]+\//);
        expect(alt).not.toMatch(UNSEEN);
      }
      const places = cleanReading(html).html.match(/<img\b[^>]*>/g) ?? [];
      expect(places).toHaveLength(images.length);
      for (const [at, place] of places.entries()) {
        expect(place).toMatch(new RegExp(`^<img data-image="${at + 1}" alt="[^"]*" />$`));
      }
      count += images.length;
    }
    expect(count).toBeGreaterThan(50);
  });

  it('lists removed links as plain lines of text, and none that is kept', () => {
    let count = 0;
    for (const hostile of generateHostileHtml(15, 3_000)) {
      const { html, removedLinks } = prepare(hostile);
      for (const { address, text, reason } of removedLinks.links) {
        expect(address + text).not.toMatch(UNSEEN);
        if (reason === 'not_https' || reason === 'script') expect(address).not.toMatch(/^https:/);
        expect(html).not.toContain(`href="${address}"`);
      }
      count += removedLinks.count;
    }
    expect(count).toBeGreaterThan(50);
  });
});
