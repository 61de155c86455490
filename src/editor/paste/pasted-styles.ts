const TAG = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi;

/**
 * The content security policy applies even to an inert document: styles and handlers would be reported as
 * violations, and the styles could not be read. So they are renamed.
 */
export function neutralizeActive(html: string): string {
  const plain = html.replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '');
  return plain.replace(TAG, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(\s*=)/gi, '$1data-$2$3'));
}

export const readStyleAttribute = (element: Element) => element.getAttribute('data-style') ?? '';

/** The declarations of a style attribute. */
export function parseStyle(element: Element): CSSStyleDeclaration {
  const { style } = document.createElement('span');
  style.cssText = readStyleAttribute(element);
  return style;
}

const WORD_BLOCKS: [className: RegExp, name: string][] = [
  [/\bMsoTitle/, 'h1'],
  [/\bMso(?:Intense)?Quote/, 'blockquote'],
];

/** Word names its title and quotes by a class. */
export function readBlockStyle(block: HTMLElement): void {
  const [, name] = WORD_BLOCKS.find(([className]) => className.test(block.className)) ?? [];
  if (!name) return;
  const named = block.ownerDocument.createElement(name);
  named.append(...block.childNodes);
  block.replaceWith(named);
}

/** Word processors use styles where HTML has elements, and some wrap everything in a <b> that is not bold. */
export function readInlineStyle(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration, verticalAlign } = parseStyle(element);
  const isBold = /^(bold|[6-9]00)$/.test(fontWeight) && element.closest('h1, h2, h3, h4, h5, h6') === null;
  const markNames: string[] = [];
  if (isBold && element.localName !== 'b') markNames.push('strong');
  if (fontStyle === 'italic' && element.localName !== 'i') markNames.push('em');
  if (textDecoration.includes('line-through')) markNames.push('del');
  if (verticalAlign === 'super' && element.closest('sup') === null) markNames.push('sup');
  if (verticalAlign === 'sub' && element.closest('sub') === null) markNames.push('sub');
  if (/mso-highlight/.test(readStyleAttribute(element))) markNames.push('mark');
  for (const name of markNames) {
    const mark = element.ownerDocument.createElement(name);
    mark.append(...element.childNodes);
    element.append(mark);
  }
  const isEmptyWord =
    (element.localName === 'b' && /^(normal|400)$/.test(fontWeight)) ||
    (element.localName === 'i' && fontStyle === 'normal');
  const isPlain = element.localName === 'span' || element.localName === 'font';
  if (isEmptyWord || (isPlain && !isTaskBox(element))) element.replaceWith(...element.childNodes);
}

/** Read later, with the lists. */
export const isTaskBox = (element: Element) => element.matches('.checkbox-on, .checkbox-off, [role="checkbox"]');
