import { NodeSelection, TextSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { normalizeLinkUrl } from './link-url.ts';
import { parseInertBody } from '#src/editor/html/inert-dom.ts';

/** Blocks that are links, each with one address. */
const LINK_BLOCKS = new Set(['button', 'bookmark', 'embed', 'audio', 'file']);

export type ScrollTarget = { tag: 'img' | 'a' | 'heading'; index: number };

const SELECTORS = { img: 'img', a: 'a', heading: 'h1, h2, h3, h4, h5, h6' };

/** Selects and shows the n-th picture, link or heading of the content, counted in the order of its HTML. */
export function scrollToTarget(view: EditorView, { tag, index }: ScrollTarget): void {
  const target = findTargets(view, tag)[index];
  if (!target) return;
  const { tr, doc } = view.state;
  const node = doc.nodeAt(target.from);
  const isWhole = node && !node.isText && !node.isTextblock;
  tr.setSelection(isWhole ? NodeSelection.create(doc, target.from) : TextSelection.create(doc, target.from, target.to));
  view.dispatch(tr.scrollIntoView());
  view.focus();
}

/** Gives the n-th heading another level, unless it lies in a protected block. */
export function setHeadingLevel(view: EditorView, index: number, level: number): void {
  const target = findTargets(view, 'heading')[index];
  const node = target && view.state.doc.nodeAt(target.from - 1);
  if (!target || node?.type.name !== 'heading') return;
  view.dispatch(view.state.tr.setNodeMarkup(target.from - 1, undefined, { ...node.attrs, level }));
}

/** The n-th image, with its position; null when it lies in a protected block, which can't be changed. */
function findImage(view: EditorView, index: number) {
  const target = findTargets(view, 'img')[index];
  const node = target && view.state.doc.nodeAt(target.from);
  return target && node?.type.name.endsWith('image') ? { pos: target.from, node } : null;
}

/** The address of the n-th image, where its alt text can be set. */
export const getImageAddress = (view: EditorView, index: number): string | null =>
  findImage(view, index)?.node.attrs.src ?? null;

export function setAltText(view: EditorView, index: number, alt: string): void {
  const found = findImage(view, index);
  if (!found) return;
  const { pos, node } = found;
  view.dispatch(view.state.tr.setNodeMarkup(pos, undefined, { ...node.attrs, alt }));
}

type TargetRange = { from: number; to: number };

function findTargets(view: EditorView, tag: ScrollTarget['tag']): TargetRange[] {
  const targets: TargetRange[] = [];
  let lastLink: TargetRange | null = null;
  view.state.doc.descendants((node, pos) => {
    const { name } = node.type;
    const whole = { from: pos, to: pos + node.nodeSize };
    if (name === 'rawHtml') {
      const many = parseInertBody(String(node.attrs.html)).querySelectorAll(SELECTORS[tag]).length;
      targets.push(...Array.from({ length: many }, () => whole));
    } else if (tag === 'heading' && name === 'heading') targets.push({ from: pos + 1, to: whole.to - 1 });
    else if (tag === 'img' && name.endsWith('image')) targets.push(whole);
    else if (tag === 'a' && LINK_BLOCKS.has(name)) {
      if (normalizeLinkUrl(node.attrs.href)) targets.push(whole);
    } else if (tag === 'a' && node.marks.some((mark) => mark.type.name === 'link')) {
      const before = view.state.doc.resolve(pos).nodeBefore;
      const mark = node.marks.find((each) => each.type.name === 'link');
      const goesOn = lastLink?.to === pos && before?.marks.some((each) => mark && each.eq(mark));
      if (goesOn && lastLink) lastLink.to = whole.to;
      else {
        lastLink = whole;
        targets.push(lastLink);
      }
    }
    return true;
  });
  return targets;
}
