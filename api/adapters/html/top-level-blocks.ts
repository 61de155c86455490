import { Parser } from 'htmlparser2';

/** The HTML of the top-level elements of sanitised content, in order. Text beside them is one, too. */
export function listTopLevelBlocks(html: string): string[] {
  const blocks: string[] = [];
  let [depth, start] = [0, 0];
  const add = (end: number) => {
    const block = html.slice(start, end).trim();
    if (block !== '') blocks.push(block);
    start = end;
  };
  const parser = new Parser({
    onopentag() {
      if (depth === 0) add(parser.startIndex);
      depth += 1;
    },
    onclosetag() {
      depth -= 1;
      if (depth === 0) add(parser.endIndex + 1);
    },
  });
  parser.end(html);
  add(html.length);
  return blocks;
}
