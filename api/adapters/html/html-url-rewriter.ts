import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';

/** Attributes that hold one URL, and those that hold a list of them. */
const URL_ATTRIBUTES = new Set(
  'href src action formaction poster component-url renderer-url before-hydration-url'.split(' '),
);
const URL_LIST_ATTRIBUTES = new Set(['srcset', 'imagesrcset']);

type Replacement = { start: number; end: number; text: string };

/**
 * Replaces every URL of the elements by what `move` returns; all else stays byte for byte. A parser of the HTML standard, as
 * in browsers, finds the attributes, so text that looks like a tag or an attribute is never changed.
 */
export function rewriteHtmlUrls(html: string, rewrite: (address: string) => string): string {
  const replacements = new Map<number, Replacement>();
  // Without scripting the contents of noscript are elements, so their links are rewritten too.
  const open: Tree.Node[] = [parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false })];
  for (let node = open.pop(); node; node = open.pop()) {
    // An element that the parser repeats, such as a link across two blocks, has one place in the source.
    if ('attrs' in node) for (const each of findReplacements(node, html, rewrite)) replacements.set(each.start, each);
    if ('content' in node) open.push(node.content);
    if ('childNodes' in node) for (const child of node.childNodes) open.push(child);
  }
  let rewritten = '';
  let position = 0;
  for (const { start, end, text } of [...replacements.values()].sort((a, b) => a.start - b.start)) {
    rewritten += html.slice(position, start) + text;
    position = end;
  }
  return rewritten + html.slice(position);
}

function findReplacements(
  { attrs, sourceCodeLocation }: Tree.Element,
  html: string,
  rewrite: (address: string) => string,
) {
  return attrs.flatMap(({ name, value }): Replacement[] => {
    const location = sourceCodeLocation?.attrs?.[name];
    const after = URL_LIST_ATTRIBUTES.has(name)
      ? rewriteSrcset(value, rewrite)
      : URL_ATTRIBUTES.has(name)
        ? rewrite(value)
        : value;
    if (!location || after === value) return [];
    const source = html.slice(location.startOffset, location.endOffset);
    const rawName = source.slice(0, source.indexOf('='));
    return [{ start: location.startOffset, end: location.endOffset, text: `${rawName}="${escapeAttribute(after)}"` }];
  });
}

const rewriteSrcset = (list: string, rewrite: (address: string) => string) =>
  list.replace(/(^|,\s*)(\S+)/g, (_all, gap: string, url: string) => gap + rewrite(url));

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
