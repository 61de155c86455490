import { listElements, toStoredAttributes } from '#api/domain/content-elements.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';
import { isElement } from './inert-dom.ts';

// Serialized exactly as the server's sanitiser does, so that it changes nothing.
export type Attributes = Record<string, string | null | undefined>;

export function serializeText(text: string): string {
  return removeControlCharacters(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The attributes that are not null or undefined. An empty one is written bare, but for `alt`. */
function writeAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const text = serializeText(value ?? '').replaceAll('"', '&quot;');
      return text === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${text}"`;
    })
    .join('');
}

const VOID = new Set(listElements(({ holds, hasEndTag }) => holds === 'nothing' && !hasEndTag));

export function serializeElement(name: string, attributes: Attributes, inner = ''): string {
  if (VOID.has(name)) return `<${name}${writeAttributes(attributes)} />`;
  // The parser of HTML drops one newline directly after <pre>.
  const start = name === 'pre' && inner.startsWith('\n') ? '\n' : '';
  return `<${name}${writeAttributes(attributes)}>${start}${inner}</${name}>`;
}

/** An element with its attributes as the server stores them. */
export const serializeStored = (name: string, attributes: Attributes, inner = ''): string =>
  serializeElement(name, toStoredAttributes(name, attributes) ?? {}, inner);

/** HTML of DOM nodes, unchanged. */
export function serializeNodes(nodes: Iterable<Node>): string {
  let html = '';
  for (const node of nodes) {
    if (node.nodeType === Node.TEXT_NODE) html += serializeText(node.textContent ?? '');
    else if (isElement(node)) {
      const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
      html += serializeElement(node.localName, attributes, serializeNodes(node.childNodes));
    }
  }
  return html;
}
