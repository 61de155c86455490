const EXCERPT_LENGTH = 120;

/**
 * The words of a plain text within 120 characters (code points), followed by '...'; shorter text is left as it is. A word
 * of more than 120 characters is cut.
 */
export function truncateExcerpt(text: string, length: number = EXCERPT_LENGTH): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length).join('');
  const words = /\s/.test(characters[length] ?? '') ? cut : cut.replace(/\s\S*$/, '');
  return `${words.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '') || cut}...`;
}
