/** Words in a row that make a passage: fewer are common phrases. */
const PASSAGE_WORDS = 5;

const listWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function listPassages(text: string): Set<string> {
  const words = listWords(text);
  const length = Math.min(PASSAGE_WORDS, words.length);
  const passages = new Set<string>();
  for (let at = 0; length > 0 && at + length <= words.length; at += 1) {
    passages.add(words.slice(at, at + length).join(' '));
  }
  return passages;
}

/** How many percent of the passages of a text each of the others holds, by the key of the other; those without a text are left out. */
export function measureSharedText(text: string, others: ReadonlyMap<number, string>): Map<number, number> {
  const own = listPassages(text);
  const shares = new Map<number, number>();
  if (own.size === 0) return shares;
  for (const [id, other] of others) {
    const passages = listPassages(other);
    if (passages.size === 0) continue;
    let count = 0;
    for (const passage of own) if (passages.has(passage)) count += 1;
    // Rounded down: 100 says that nothing differs.
    shares.set(id, Math.floor((100 * count) / own.size));
  }
  return shares;
}
