const SENTENCES = [
  'The harbour was quiet when the first boats came in.',
  'She wrote the names of the crews into the ledger, one line for each.',
  'A careful reader finds the second mistake where the first one was corrected.',
  'By noon the margin of the page was full of notes.',
  'Nobody asked why the lamp on the far shelf was still burning.',
];
const BLOCKS_PER_SECTION = 12;

/** HTML of about so many words: sections with a heading, paragraphs with marks and links, a list, a quote and a table. */
export function createLongArticle(words: number): string {
  const blocks: string[] = [];
  for (let count = 0, n = 0; count < words; n += 1) {
    const block = createBlock(n);
    blocks.push(block);
    count += block.replaceAll(/<[^>]+>/g, ' ').match(/\S+/g)?.length ?? 0;
  }
  return blocks.join('');
}

function createBlock(n: number): string {
  const [one, two, three] = [0, 1, 2].map((offset) => SENTENCES[(n + offset) % SENTENCES.length]);
  const position = n % BLOCKS_PER_SECTION;
  if (position === 0) return `<h2>Part ${n / BLOCKS_PER_SECTION + 1}</h2>`;
  if (position === 4) return `<ul><li>${one}</li><li>${two}</li><li>${three}</li></ul>`;
  if (position === 7) return `<blockquote><p>${one}</p></blockquote>`;
  if (position === 10)
    return `<table><tbody><tr><td>${one}</td><td>${two}</td></tr><tr><td>${three}</td><td>${n}</td></tr></tbody></table>`;
  return `<p>${one} <strong>${two}</strong> ${three} <a href="/blogs" rel="noopener noreferrer">Read on</a>. ${two} ${one}</p>`;
}
