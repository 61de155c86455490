import { isElement, isInline } from '#src/editor/html/inert-dom.ts';
import { isTaskBox } from './pasted-styles.ts';

/** Lists within lists, and the boxes of tasks, as HTML has them. */
export function cleanLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) moveIntoItem(list);
  for (const box of body.querySelectorAll<HTMLElement>('.checkbox-on, .checkbox-off')) {
    addCheckbox(box, box.matches('.checkbox-on'));
    box.remove();
  }
  for (const item of body.querySelectorAll<HTMLElement>('li[role="checkbox"], li:has(> [role="checkbox"])')) {
    const box = isTaskBox(item) ? item : item.querySelector('[role="checkbox"]');
    const line = item.querySelector('p') ?? item;
    if (line.firstChild) addCheckbox(line.firstChild, box?.getAttribute('aria-checked') === 'true');
  }
  for (const input of body.querySelectorAll<HTMLElement>('input')) if (!isTask(input)) input.remove();
  for (const line of body.querySelectorAll('li > p[role="presentation"]:only-of-type'))
    line.replaceWith(...line.childNodes);
}

/** Google Docs and old editors put a nested list after its item instead of into it. */
function moveIntoItem(list: Element): void {
  const before = list.previousElementSibling;
  if (before?.localName === 'li') {
    before.append(list);
    return;
  }
  const item = list.ownerDocument.createElement('li');
  list.replaceWith(item);
  item.append(list);
}

function addCheckbox(before: ChildNode, isChecked: boolean): void {
  const owner = before.ownerDocument;
  const input = owner?.createElement('input');
  if (!owner || !input) return;
  input.setAttribute('type', 'checkbox');
  if (isChecked) input.setAttribute('checked', '');
  before.before(input, owner.createTextNode(' '));
}

/** Whether a field is the box at the start of an item. Others are parts of a form. */
function isTask(input: HTMLElement): boolean {
  if (input.getAttribute('type')?.toLowerCase() !== 'checkbox') return false;
  const item = input.closest('li');
  if (!item) return false;
  let before: Node | null = input.previousSibling;
  while (before && before.textContent?.trim() === '' && !(isElement(before) && !isInline(before)))
    before = before.previousSibling;
  return before === null;
}
