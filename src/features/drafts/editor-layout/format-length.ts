import { formatNumber } from '#api/domain/numbers.ts';
import type { TextFacts } from '#src/editor/text-facts.ts';

const WORDS_PER_MINUTE = 220;

/** '305 words · 2 min read'; at the same reading speed as on the page. */
export function formatLength({ wordCount }: TextFacts): string {
  if (wordCount === 0) return '';
  const minutes = Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
  return `${formatNumber(wordCount)} ${wordCount === 1 ? 'word' : 'words'} · ${minutes} min read`;
}
