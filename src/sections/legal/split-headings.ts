import slugify from '@sindresorhus/slugify';
import { createUniqueAnchor } from '#api/domain/content-html.ts';

/** `title` is HTML without elements. */
type HeadedSection = { id: string; title: string; html: string };

/** Formatted text, cut at its headings of the second level. What stands before the first is the introduction. */
export function splitHeadings(html: string): { intro: string; sections: HeadedSection[] } {
  const [intro = '', ...parts] = html.split(/<h2\b[^>]*>/i);
  const used = new Map([
    ['contact', 1],
    ['versions', 1],
  ]);
  const sections = parts.map((part) => {
    const end = part.search(/<\/h2>/i);
    const title = part
      .slice(0, Math.max(end, 0))
      .replace(/<[^>]*>/g, '')
      .replaceAll('<', '')
      .trim();
    const id = createUniqueAnchor(slugify(title, { decamelize: false }).slice(0, 60) || 'section', used);
    return { id, title, html: end < 0 ? part : part.slice(end + '</h2>'.length).trim() };
  });
  return { intro: intro.trim(), sections };
}
