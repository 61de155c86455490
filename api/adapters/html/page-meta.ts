import { Parser } from 'htmlparser2';
import { BIDI_CONTROLS } from '#api/domain/bidi-controls.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';

/** What a page says of itself, as plain text of one line; empty where it says nothing. `image` is a full https: address. */
export type PageMeta = { title: string; description: string; siteName: string; image: string | null };

const MAX_LENGTHS = { title: 200, description: 300, siteName: 100 };

/** Reads Open Graph, then what older pages have: `twitter:`, the description and the title. `url` is the address of the page. */
export function readPageMeta(html: string, url: string): PageMeta {
  const values = new Map<string, string>();
  let title: string | null = null;
  let isInTitle = false;
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      const key = (property ?? metaName ?? '').toLowerCase();
      // The first one counts, as for the programs that it was written for.
      if (name === 'meta' && content?.trim() && !values.has(key)) values.set(key, content);
      if (name === 'title' && title === null) {
        isInTitle = true;
        title = '';
      }
    },
    ontext(text) {
      if (isInTitle) title = (title ?? '') + text;
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false;
    },
  });
  parser.end(html);
  const find = (...keys: string[]) => keys.map((key) => values.get(key)).find((value) => value !== undefined);
  return {
    title: toLine(find('og:title', 'twitter:title') ?? title ?? '', MAX_LENGTHS.title),
    description: toLine(find('og:description', 'twitter:description', 'description') ?? '', MAX_LENGTHS.description),
    siteName: toLine(find('og:site_name', 'application-name') ?? '', MAX_LENGTHS.siteName),
    image: toImageAddress(find('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'), url),
  };
}

const toLine = (text: string, maxLength: number): string => {
  const line = removeControlCharacters(text).replace(BIDI_CONTROLS, '').normalize('NFC').replace(/\s+/g, ' ').trim();
  return line.length > maxLength
    ? `${line
        .slice(0, maxLength - 3)
        .trim()
        .toWellFormed()}...`
    : line;
};

function toImageAddress(address: string | undefined, base: string): string | null {
  const url = address === undefined ? null : URL.parse(address.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href.replace(/^http:/, 'https:') : null;
}
