import { Parser } from 'htmlparser2';

/** Leaves out each page whose markup is all on pages before it: a rule that depends on markup alone would find nothing new. */
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

/** Each start tag with its parent: class, role, names of attributes and which are empty; the order of headings; repeated ids. */
function listMarkup(html: string): Set<string> {
  const found = new Set<string>();
  const ids = new Set<string>();
  const open: string[] = [];
  let heading = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      const { id, class: className = '', role = '' } = attributes;
      const names = Object.entries(attributes).map(([attribute, value]) =>
        value.trim() ? attribute : `${attribute}=""`,
      );
      found.add(`${open.at(-1)} > ${[name, className, role, ...names.sort()].join(' ')}`);
      if (/^h[1-6]$/.test(name)) {
        found.add(`${heading} before ${name}`);
        heading = name;
      }
      if (id !== undefined && ids.has(id)) found.add(`repeated id ${id}`);
      if (id !== undefined) ids.add(id);
      open.push([name, className, role].join('.'));
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  return found;
}
