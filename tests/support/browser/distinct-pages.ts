import { Parser } from 'htmlparser2';

/**
 * As few pages as have all markup of all pages: a rule that depends on markup alone would find nothing new on the others. First comes the page
 * with the most markup, then each time the one that adds most.
 */
export async function selectDistinctPages(origin: string, allPaths: readonly string[]): Promise<string[]> {
  const remaining = new Map<string, Set<string>>();
  for (const path of allPaths) remaining.set(path, listMarkup(await (await fetch(new URL(path, origin))).text()));
  const known = new Set<string>();
  const selected: string[] = [];
  while (remaining.size > 0) {
    let best = '';
    for (const [path, markup] of remaining) {
      const unknown = markup.difference(known);
      if (unknown.size === 0) remaining.delete(path);
      else remaining.set(path, unknown);
      if (unknown.size > (remaining.get(best)?.size ?? 0)) best = path;
    }
    const added = remaining.get(best);
    if (!added) break;
    for (const markup of added) known.add(markup);
    remaining.delete(best);
    selected.push(best);
  }
  return selected;
}

/** Drawings have no text, and the languages of code share their colours. */
const simplifyClass = (name: string, className: string) =>
  name === 'svg' ? '' : className.replace(/\blanguage-\S+/, 'language');

/** Each start tag with its parent: class, role, names of attributes and which are empty; the order of headings; repeated ids. */
function listMarkup(html: string): Set<string> {
  const found = new Set<string>();
  const ids = new Set<string>();
  const open: string[] = [];
  let heading = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      const { id, role = '' } = attributes;
      const className = simplifyClass(name, attributes.class ?? '');
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
