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

/** The names that Word gives to a footnote or an endnote and to its reference: `_ftn1` and `_ftnref1`. */
const NOTE_NAME = /^_(ftn|edn)(\d+)$/;

/**
 * Word copies footnotes as paragraphs at the end. They become a list of notes with links back, as Markdown's are, so that the
 * editor numbers them.
 */
export function convertWordFootnotes(body: HTMLElement): void {
  for (const kind of ['ftn', 'edn']) {
    const list = body.ownerDocument.createElement('ol');
    for (const anchor of body.querySelectorAll<HTMLElement>(`a[name^="_${kind}"]`)) moveNote(anchor, list);
  }
}

function moveNote(anchor: HTMLElement, list: HTMLElement): void {
  const [, kind, number] = NOTE_NAME.exec(anchor.getAttribute('name') ?? '') ?? [];
  const reference = number && anchor.ownerDocument.querySelector<HTMLElement>(`a[name="_${kind}ref${number}"]`);
  const container = anchor.closest(`div[id="${kind}${number}"]`) ?? anchor.closest('p');
  if (!reference || !container || container.contains(reference)) return;
  const name = kind === 'ftn' ? number : `e${number}`;
  linkReference(reference, name, number);
  anchor.remove();
  const item = list.ownerDocument.createElement('li');
  item.id = `fn-${name}`;
  item.append(...(container.matches('p') ? [container.cloneNode(true)] : container.childNodes));
  const lines = item.querySelectorAll('p');
  const back = createLink(item, `#fnref-${name}`, '↩');
  back.title = `Back to reference ${number}`;
  (lines[lines.length - 1] ?? item).append(' ', back);
  if (lines.length === 1) lines[0]?.replaceWith(...lines[0].childNodes);
  list.append(item);
  if (list.isConnected) container.remove();
  else container.replaceWith(list);
}

/** The number in the text becomes a raised link to the note. */
function linkReference(reference: HTMLElement, name: string, number: string): void {
  const link = createLink(reference, `#fn-${name}`, number);
  link.id = `fnref-${name}`;
  const superscript = reference.ownerDocument.createElement('sup');
  superscript.append(link);
  reference.replaceWith(superscript);
}

function createLink({ ownerDocument }: HTMLElement, href: string, text: string): HTMLAnchorElement {
  const link = ownerDocument.createElement('a');
  link.setAttribute('href', href);
  link.textContent = text;
  return link;
}
