/** Word's style of a list item, with its level. */
const ITEM = /mso-list:\s*l\d+\s+level(\d)/i;
const MARKER = /mso-list:\s*ignore/i;
const NUMBERED = /^\(?(\d+|[a-z]{1,4})[.)]/i;

/**
 * Word copies lists as paragraphs that start with their marker. They become nested lists again. `styleOf`
 * returns the style as in the source, because browsers drop Word's own properties.
 */
export function convertWordLists(body: HTMLElement, styleOf: (element: Element) => string): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const level = Number(ITEM.exec(styleOf(paragraph))?.[1] ?? 0);
    if (level === 0) continue;
    const marker = [...paragraph.querySelectorAll('span')].find((span) => MARKER.test(styleOf(span)));
    marker?.remove();
    const name = NUMBERED.test(marker?.textContent.trim() ?? '') ? 'ol' : 'ul';
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    const list = listBefore(paragraph, level, name) ?? body.ownerDocument.createElement(name);
    if (list.isConnected) paragraph.remove();
    else paragraph.replaceWith(list);
    list.append(item);
  }
}

/** The list that an item of this level belongs to; for a deeper level, a new one inside the previous item. */
function listBefore(paragraph: Element, level: number, name: string): Element | null {
  const before = paragraph.previousElementSibling;
  if (!before?.matches(level === 1 ? name : 'ul, ol')) return null;
  let list = before;
  for (let depth = 1; depth < level; depth += 1) list = innerList(list, name);
  return list;
}

/** The list at the end of the last item of a list. */
function innerList(list: Element, name: string): Element {
  const item = list.lastElementChild;
  const inner = item?.lastElementChild;
  if (!item || inner?.matches('ul, ol')) return inner ?? list;
  const newList = list.ownerDocument.createElement(name);
  item.append(newList);
  return newList;
}
