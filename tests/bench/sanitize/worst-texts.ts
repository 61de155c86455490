const LENGTH = 1_450_000;
const repeat = (piece: string, length = LENGTH) => piece.repeat(Math.floor(length / piece.length));
/** The maximum number of tags, with text between them up to the maximum length. */
const spread = (tags: string, count: number, pieces = 60_000) => {
  const parts = Math.floor(pieces / count);
  return `${tags}${'word '.repeat(Math.max(1, Math.floor(((LENGTH - 30 * parts) / parts - tags.length) / 5) - 1))}`.repeat(
    parts,
  );
};
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}x${close.repeat(depth)}`;

/** Texts of maximum size that take the most time to process: some are accepted, most are rejected. */
export const worstTexts: Record<string, string> = {
  prose: repeat(`<p>${'Some words that a person would write, with more of them behind. '.repeat(6)}</p>`),
  'many paragraphs': spread('<p>word</p>', 2, 59_000),
  'many links': spread('<a href="/blogs/a">x</a>', 2, 20_000),
  'many images': repeat('<img src="/uploads/a.webp" alt="">', 600_000),
  'many headings': spread('<h2>word</h2>', 2, 2_000),
  'too many headings': repeat('<h2>x</h2>', 250_000),
  'nested lists': repeat(nested('<ul><li>', '</li></ul>', 80), 340_000),
  'too many tags': repeat('<b>x</b>'),
  'images that grow': repeat('<img>', 290_000),
  'closing tags alone': repeat('</p>', 230_000),
  'broken links': repeat('<a href="/"><a href="/b">x', 660_000),
  'less-than signs': repeat('<'),
  'less-than signs that fit': repeat('<', 370_000),
  ampersands: repeat('&', 290_000),
  'many words': repeat('ab '),
  'different words': Array.from({ length: 200_000 }, (_, index) => index.toString(36)).join(' '),
  'text without spaces': repeat('漢字', 650_000),
  'many attributes': `<p ${Array.from({ length: 180_000 }, (_, index) => `a${index.toString(36)}`).join(' ')}>x`,
  'combining marks': `a${repeat('\u0316\u0301', 1_000_000)}`,
};
