import { TextSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { findLinkAtCursor, removeLink, setLink } from '#src/editor/elements/link.tsx';
import { measureRange, usePlaceAt } from '#src/editor/floating.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { LINK_TARGET_KINDS, useLinkTargets } from '#src/ui/fields/use-link-targets.ts';
import { describeLink } from './describe-link.ts';

type Props = { view: EditorView; onClose: () => void };
type Option = { href: string; title: string; note: string };

const LINK_MAX = 2_000;
/** The words that get the link, while the field has the focus; the browser shows no selection then. */
const HIGHLIGHT = 'editor-link';

/** Below the words: a field that searches pages of the site or takes an address, and what it found. Enter applies the first. */
export function LinkPopover({ view, onClose }: Props) {
  const [place] = useState(() => findPlace(view));
  const { existing, range, words } = place;
  const [text, setText] = useState(existing?.href ?? '');
  const [index, setIndex] = useState(0);
  const [isEnterWaiting, setEnterWaiting] = useState(false);
  const popover = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const typed = text.trim();
  const { targets, isKnown } = useLinkTargets(typed, true);
  const options = listOptions(typed, targets);
  const active = options[Math.min(index, options.length - 1)];
  usePlaceAt(popover, () => measureRange(view, findPlace(view).range), 'below');
  useEffect(() => field.current?.select(), []);
  useEffect(() => highlight(view, range), [view, range]);
  const close = () => {
    onClose();
    view.focus();
  };
  const apply = ({ href, title }: Option) => {
    setLink(href, range.from === range.to ? title : words)(view.state, view.dispatch);
    close();
  };
  useEffect(() => {
    if (!isEnterWaiting || !isKnown) return;
    setEnterWaiting(false);
    if (active) apply(active);
  });
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && active) setIndex((options.indexOf(active) + step + options.length) % options.length);
    else if (event.key === 'Enter') setEnterWaiting(true);
    else return;
    event.preventDefault();
  };
  const isNothingFound = isKnown && options.length === 0;
  return (
    <div
      ref={popover}
      role="dialog"
      aria-label={existing ? 'Edit link' : 'Add link'}
      className="link-popover"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Not when another window comes to the front.
        if (document.hasFocus() && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      <input
        ref={field}
        type="text"
        inputMode="url"
        role="combobox"
        aria-label="Link: search your pages or paste an address"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={active ? `${id}-${options.indexOf(active)}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LINK_MAX}
        placeholder="Search pages, or paste an address"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIndex(0);
          setEnterWaiting(false);
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={id} aria-label="Pages" className="link-hits" hidden={options.length === 0}>
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field, which keeps the focus
          <div
            key={option.href}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => apply(option)}
          >
            <span>
              <b>{option.title}</b>
              <small>{option.note}</small>
            </span>
            {option === active && <kbd>Enter</kbd>}
          </div>
        ))}
      </div>
      <p role="status" className={isNothingFound ? 'link-none' : 'visually-hidden'}>
        {isNothingFound && (
          <>
            No pages match ‘{typed}’.
            <small>Try another word, or paste a web address.</small>
          </>
        )}
      </p>
      <div className="link-foot">
        {existing && (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              removeLink(view.state, view.dispatch);
              close();
            }}
          >
            Remove link
          </button>
        )}
        <span>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button aria-disabled={!active} onClick={() => active && apply(active)}>
            Apply
          </Button>
        </span>
      </div>
    </div>
  );
}

/** The link at the cursor, or the selected words; without either, where a new one is put. */
function findPlace({ state }: EditorView) {
  const { selection, doc } = state;
  const { from, to, empty } = selection;
  const existing = findLinkAtCursor(state);
  const range = empty && existing ? existing : { from, to };
  const words = selection instanceof TextSelection ? doc.textBetween(range.from, range.to) : '';
  return { existing, range: { from: range.from, to: range.to }, words };
}

/** What is typed, where it is an address; then the pages that were found. */
function listOptions(typed: string, targets: ReturnType<typeof useLinkTargets>['targets']): Option[] {
  const href = typed === '' ? null : normalizeLinkUrl(typed);
  const found = targets.map(({ kind, title, path }) => ({
    href: path,
    title,
    note: title === path ? LINK_TARGET_KINDS[kind] : `${LINK_TARGET_KINDS[kind]} · ${path}`,
  }));
  if (href === null || found.some((target) => target.href === href)) return found;
  return [{ href, ...describeLink(href) }, ...found];
}

function highlight(view: EditorView, { from, to }: { from: number; to: number }): () => void {
  if (from === to || !('highlights' in CSS)) return () => undefined;
  const range = document.createRange();
  const [start, end] = [view.domAtPos(from), view.domAtPos(to)];
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  return () => void CSS.highlights.delete(HIGHLIGHT);
}
