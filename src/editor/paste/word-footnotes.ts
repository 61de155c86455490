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
