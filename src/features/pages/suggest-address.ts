/** Letters that don’t come apart into a Latin one and a mark. */
const LETTERS: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };
const LENGTH = 60;

/** The address that follows from a title: '/winter-storage'. Empty for a title without a Latin letter or digit. */
export function suggestAddress(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[æœøßđðłþı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '');
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, LENGTH);
  const address = words.replace(/^-+|-+$/g, '');
  return address && `/${address}`;
}
