import { NodeSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type DragEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { EditorAction } from '#src/editor/elements/element.ts';
import { Icon } from '#src/editor/toolbar/Icon.tsx';
import { isTouch } from '#src/editor/touch.ts';
import { type Block, findBlock, openSlashBelow } from './block-commands.ts';
import { BlockMenu } from './BlockMenu.tsx';

export type BlockToolsHandle = {
  /** The menu of the block that the cursor is in. */
  openMenu(): void;
};

type Props = { view: EditorView; actions: readonly EditorAction[]; ref: Ref<BlockToolsHandle> };
type Place = { block: Block; left: number; top: number };

/** Of plus and handle together, with the space to the text, pixels. */
const TOOLS_WIDTH = 60;
const TOOLS_HEIGHT = 32;

/**
 * Plus and handle in the margin of the block that is pointed at: the plus adds one below, the handle drags and opens the menu.
 * They follow the mouse alone, so that typing measures nothing.
 */
export function BlockTools({ view, actions, ref }: Props) {
  const [place, setPlace] = useState<Place | null>(null);
  const [menu, setMenu] = useState<Block | null>(null);
  const tools = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = view.dom.closest('.editor-frame');
    let request = 0;
    const follow = (event: Event) => {
      const { clientY, target } = event as PointerEvent;
      cancelAnimationFrame(request);
      if (tools.current?.contains(target as Node)) return;
      request = requestAnimationFrame(() => setPlace(findPlace(view, clientY)));
    };
    const hide = () => {
      cancelAnimationFrame(request);
      setPlace(null);
    };
    frame?.addEventListener('pointermove', follow);
    frame?.addEventListener('pointerleave', hide);
    view.dom.addEventListener('keydown', hide);
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      hide();
      frame?.removeEventListener('pointermove', follow);
      frame?.removeEventListener('pointerleave', hide);
      view.dom.removeEventListener('keydown', hide);
      window.removeEventListener('scroll', hide, { capture: true });
    };
  }, [view]);
  useImperativeHandle(ref, () => ({ openMenu: () => setMenu(findBlock(view.state.selection.$from)) }));

  const startDrag = (event: DragEvent, { block }: Place) => {
    const { state } = view;
    view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, block.pos)));
    const slice = view.state.selection.content();
    const { dom, text } = view.serializeForClipboard(slice);
    event.dataTransfer.clearData();
    event.dataTransfer.setData('text/html', dom.innerHTML);
    event.dataTransfer.setData('text/plain', text);
    event.dataTransfer.effectAllowed = 'copyMove';
    const shown = view.nodeDOM(block.pos);
    if (shown instanceof Element) event.dataTransfer.setDragImage(shown, 0, 0);
    view.dragging = { slice, move: true };
  };
  return (
    <>
      {place && !menu && (
        <div ref={tools} className="block-tools" style={{ left: place.left, top: place.top }}>
          <button
            type="button"
            className="tool"
            tabIndex={-1}
            aria-label="Add a block below"
            title="Add a block below"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              openSlashBelow(view, place.block.pos);
              setPlace(null);
            }}
          >
            <Icon path="M5 12h14M12 5v14" />
          </button>
          <button
            type="button"
            className="tool block-handle"
            tabIndex={-1}
            draggable
            aria-label="Block menu"
            aria-haspopup="menu"
            title="Drag to move, click for the menu"
            onDragStart={(event) => startDrag(event, place)}
            onDragEnd={() => {
              view.dragging = null;
              view.focus();
            }}
            onClick={() => setMenu(place.block)}
          >
            <Icon path={GRIP} />
          </button>
        </div>
      )}
      {menu && <BlockMenu view={view} block={menu} actions={actions} onClose={() => setMenu(null)} />}
    </>
  );
}

export const GRIP = 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01';

/** The block at this height, where there is room for the tools beside it. */
function findPlace(view: EditorView, y: number): Place | null {
  if (isTouch() || !view.editable) return null;
  const text = view.dom.getBoundingClientRect();
  const target = document.elementFromPoint(text.left + text.width / 2, y);
  if (!target || !view.dom.contains(target) || target === view.dom) return null;
  const shown = findBlockElement(view, target);
  const pos = view.posAtDOM(shown, 0);
  const block = findBlock(view.state.doc.resolve(pos));
  if (!block) return null;
  const area = shown.getBoundingClientRect();
  const left = Math.min(text.left, area.left) - TOOLS_WIDTH;
  if (left < 0) return null;
  const line = Number.parseFloat(getComputedStyle(shown).lineHeight) || TOOLS_HEIGHT;
  return { block, left, top: area.top + Math.max(0, (Math.min(line, area.height) - TOOLS_HEIGHT) / 2) };
}

/** The item of a list, else the outermost element of the text. */
function findBlockElement({ dom }: EditorView, target: Element): Element {
  const item = target.closest('li');
  if (item && dom.contains(item)) return item;
  let element = target;
  while (element.parentElement && element.parentElement !== dom) element = element.parentElement;
  return element;
}
