import {
  type DefaultTreeAdapterTypes as Tree,
  defaultTreeAdapter as tree,
  parseFragment,
  serialize,
  serializeOuter,
} from 'parse5';

/** HTML in parts of at most `max` characters, between its blocks; a block that is longer than that loses its tags and is cut. */
export function splitText(html: string, max: number): string[] {
  if (html.length <= max) return html === '' ? [] : [html];
  const parts: string[] = [];
  let part = '';
  for (const node of parseFragment(html).childNodes)
    for (const block of toBlocks(node, max)) {
      if (part.length + block.length > max) {
        parts.push(part);
        part = '';
      }
      part += block;
    }
  return [...parts, part].filter((each) => each.trim() !== '');
}

function toBlocks(node: Tree.ChildNode, max: number): string[] {
  const html = tree.isElementNode(node) ? serializeOuter(node) : toText(node);
  if (html.length <= max) return [html];
  const text = html.replace(/<[^<>]*>/g, ' ');
  const blocks: string[] = [];
  for (let at = 0; at < text.length; at += max - 10) blocks.push(`<p>${text.slice(at, at + max - 10)}</p>`);
  return blocks;
}

function toText(node: Tree.ChildNode): string {
  const fragment = tree.createDocumentFragment();
  tree.appendChild(fragment, node);
  return serialize(fragment);
}
