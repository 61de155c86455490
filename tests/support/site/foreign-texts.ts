import type { Page } from 'playwright';

/**
 * Another currency, country or zone than kroner and Oslo, another salutation, a time of twelve hours, a date in the order of the United States,
 * and a Norwegian month or weekday in English words: 'US$10', '$5', 'US dollars', '3:05 pm', 'October 14', '14. oktober', 'tirsdag 3'.
 */
const FOREIGN = new RegExp(
  [
    String.raw`\$\s?\d|\bUS\b|\bNZD|NZ\$|Auckland|New Zealand (?:time|Standard|Daylight)|Kia ora`,
    String.raw`\b\d{1,2}(?::\d\d)?\s?[ap]m\b`,
    String.raw`\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b`,
    String.raw`\b\d{1,2}\. (?:jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des)`,
    String.raw`\b(?:januar|februar|oktober|desember)\b|\b(?:man|tirs|ons|tors|fre|lør|søn)dag\b`,
  ].join('|'),
);

export const isForeign = (text: string): boolean => FOREIGN.test(text);

/**
 * The texts of a page in English words, Norwegian figures and kroner that do not belong there: prices and dates of elsewhere, and times on another day than the zone's.
 * What people wrote in the editor stays as it is and is left out. With `html` they are those of another page as it is served, which `page` only parses.
 */
export function findForeignTexts(page: Page, timeZone: string, html: string | null = null): Promise<string[]> {
  return page.evaluate(
    ({ foreign, timeZone, html }) => {
      const pattern = new RegExp(foreign);
      const root =
        html === null
          ? (document.documentElement.cloneNode(true) as HTMLElement)
          : new DOMParser().parseFromString(html, 'text/html').documentElement;
      for (const element of root.querySelectorAll('script, style, template, .prose, .ProseMirror')) element.remove();
      const texts: (string | null)[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.textContent);
      const attributes = ['title', 'aria-label', 'placeholder', 'alt', 'value', 'content'];
      for (const name of attributes)
        for (const element of root.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
      const found = texts.flatMap((text) => (text && pattern.test(text) ? [text.trim().slice(0, 160)] : []));
      const day = new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' });
      for (const time of root.querySelectorAll('time[datetime]')) {
        const text = time.textContent ?? '';
        const at = new Date(time.getAttribute('datetime') ?? '');
        const [, shown] = /\b(\d{1,2}) \p{Lu}\p{L}+/u.exec(text) ?? [];
        if (shown !== undefined && shown !== day.format(at)) found.push(`${text} of ${at.toISOString()}`);
      }
      return found;
    },
    { foreign: FOREIGN.source, timeZone, html },
  );
}
