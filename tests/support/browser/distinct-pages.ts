import { Parser } from 'htmlparser2';

/**
 * Leaves out each page whose markup (elements, classes, roles, and what they are in) is all on pages before it: a rule that
 * depends on the markup alone would find nothing new on it.
 */
export async function selectDistinctPages(origin: string, allPaths: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  const selected: string[] = [];
  for (const path of allPaths) {
    const before = known.size;
    for (const markup of listMarkup(await (await fetch(new URL(path, origin))).text())) known.add(markup);
    if (known.size > before) selected.push(path);
  }
  return selected;
}

/** Each start tag with its class and role, and that of its parent. */
function listMarkup(html: string): Set<string> {
  const found = new Set<string>();
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, { class: className = '', role = '' }) {
      const tag = [name, className, role].join('.');
      found.add(`${open.at(-1)} > ${tag}`);
      open.push(tag);
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  return found;
}
