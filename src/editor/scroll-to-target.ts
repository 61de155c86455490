import { NodeSelection, TextSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { parseInert } from '#src/editor/html/inert-dom.ts';

export type JumpTarget = { tag: 'img' | 'a' | 'heading'; index: number };

const SELECTORS = { img: 'img', a: 'a', heading: 'h1, h2, h3, h4, h5, h6' };

/** Selects and shows the n-th picture, link or heading of the content, counted in the order of its HTML. */
export function jumpTo(view: EditorView, { tag, index }: JumpTarget): void {
  const place = placesOf(view, tag)[index];
  if (!place) return;
  const { tr, doc } = view.state;
  const node = doc.nodeAt(place.from);
  const isWhole = node && !node.isText && !node.isTextblock;
  tr.setSelection(isWhole ? NodeSelection.create(doc, place.from) : TextSelection.create(doc, place.from, place.to));
  view.dispatch(tr.scrollIntoView());
  view.focus();
}

type Place = { from: number; to: number };

function placesOf(view: EditorView, tag: JumpTarget['tag']): Place[] {
  const places: Place[] = [];
  let lastLink: Place | null = null;
  view.state.doc.descendants((node, pos) => {
    const { name } = node.type;
    const whole = { from: pos, to: pos + node.nodeSize };
    if (name === 'kept') {
      const many = parseInert(String(node.attrs.html)).querySelectorAll(SELECTORS[tag]).length;
      places.push(...Array.from({ length: many }, () => whole));
    } else if (tag === 'heading' && name === 'heading') places.push({ from: pos + 1, to: whole.to - 1 });
    else if (tag === 'img' && name.endsWith('image')) places.push(whole);
    else if (tag === 'a' && node.marks.some((mark) => mark.type.name === 'link')) {
      const before = view.state.doc.resolve(pos).nodeBefore;
      const mark = node.marks.find((each) => each.type.name === 'link');
      const goesOn = lastLink?.to === pos && before?.marks.some((each) => mark && each.eq(mark));
      if (goesOn && lastLink) lastLink.to = whole.to;
      else {
        lastLink = whole;
        places.push(lastLink);
      }
    }
    return true;
  });
  return places;
}
