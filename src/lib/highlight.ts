const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * A text in pieces, those marked that begin like a word of the search. Case and accents do not count, as in the search
 * itself.
 */
export function splitAtWords(text: string, query: string): { text: string; isMarked: boolean }[] {
  const wanted = fold(query).match(TOKEN) ?? [];
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const token = fold(match[0]);
    if (!wanted.some((word) => token.startsWith(word))) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), isMarked: false });
    pieces.push({ text: match[0], isMarked: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}
