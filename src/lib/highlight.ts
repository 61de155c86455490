const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;

/** Without accents and case, which do not count in a search. */
export const normalizeForSearch = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * A text in parts; those that start like a word of the search are marked. Case and accents are ignored, as in the search
 * itself.
 */
export function splitByMatch(text: string, query: string): { text: string; isMarked: boolean }[] {
  const terms = normalizeForSearch(query).match(TOKEN) ?? [];
  const parts: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const token = normalizeForSearch(match[0]);
    if (!terms.some((word) => token.startsWith(word))) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), isMarked: false });
    parts.push({ text: match[0], isMarked: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false });
  return parts;
}
