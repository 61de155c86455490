import { listElements } from '#api/domain/content-elements.ts';
import { isElement, isInline } from './inert-dom.ts';
import { serializeText } from './serialize-html.ts';

/**
 * A text that is equal for two pieces of HTML exactly when a browser shows the same of both: elements, attributes in
 * any order, and texts, with white space as HTML shows it (CSS 2, 16.6.1).
 */
export function fingerprintHtml(nodes: Iterable<Node>): string {
  const fingerprint = new Fingerprint();
  fingerprint.break();
  for (const node of nodes) fingerprint.add(node, false);
  fingerprint.break();
  return fingerprint.parts.join('');
}

/** Inline elements that take room in their line. */
const ATOMS = new Set(
  listElements(({ isInline: isInLine, holds }, name) => isInLine && holds === 'nothing' && name !== 'br'),
);

class Fingerprint {
  readonly parts: string[] = [];
  #isLineStart = true;
  /** The position of the trailing space. */
  #lastSpace = -1;

  /** A line ends here: white space before and after it is not shown. */
  break(): void {
    if (this.#lastSpace >= 0) this.parts[this.#lastSpace] = '';
    this.#lastSpace = -1;
    this.#isLineStart = true;
  }

  add(node: Node, isLiteral: boolean): void {
    if (node.nodeType === Node.TEXT_NODE) this.#addText(node.textContent ?? '', isLiteral);
    else if (isElement(node)) this.#addElement(node, isLiteral);
  }

  #addText(text: string, isLiteral: boolean): void {
    if (isLiteral) {
      this.parts.push(serializeText(text));
      return;
    }
    for (const part of text.split(/([ \t\r\n\f]+)/)) {
      if (part === '') continue;
      if (!/^[ \t\r\n\f]/.test(part)) {
        this.parts.push(serializeText(part));
        this.#isLineStart = false;
        this.#lastSpace = -1;
      } else if (!this.#isLineStart && this.#lastSpace < 0) {
        this.#lastSpace = this.parts.push(' ') - 1;
      }
    }
  }

  #addElement(element: HTMLElement, isLiteral: boolean): void {
    const name = element.localName;
    const isBlock = !isInline(element);
    const attributes = [...element.attributes].map((each) => `${each.name}=${JSON.stringify(each.value)}`).sort();
    if (isBlock || name === 'br') this.break();
    this.parts.push(`<${[name, ...attributes].join(' ')}>`);
    if (ATOMS.has(name)) {
      this.#isLineStart = false;
      this.#lastSpace = -1;
    }
    for (const child of element.childNodes) this.add(child, isLiteral || name === 'pre');
    if (isBlock) this.break();
    this.parts.push(`</${name}>`);
  }
}
