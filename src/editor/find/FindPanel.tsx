import { closeHistory, undo } from '@milkdown/kit/prose/history';
import type { EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type KeyboardEvent, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatList } from '#api/domain/lists.ts';
import { Icon } from '#src/editor/toolbar/Icon.tsx';
import { COVERS_TEXT, measureVisibleArea } from '#src/editor/visible-area.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { showToast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { type FindOptions, findHits, type Hit, replaceHits, selectHit } from './find-hits.ts';
import { markHits } from './find-plugin.ts';

/** Each press of its keys is another request: with the selected words, if there are some. */
export type FindRequest = { count: number; query: string; isReplacing: boolean };

type Props = {
  view: EditorView;
  state: EditorState;
  request: FindRequest;
  /** Whether the page scrolls: marks at its edge show where the hits are. */
  hasRail: boolean;
  onClose: () => void;
};

const STORED_OPTIONS = 'editor-find';
/** How long Undo is offered after replacing all, ms. */
const UNDO_MS = 10_000;
const QUERY_MAX = 200;

/** Searches text, captions and alternative texts. The focus stays in it while it goes from hit to hit. */
export function FindPanel({ view, state, request, hasRail, onClose }: Props) {
  const [query, setQuery] = useState(request.query);
  const [replacement, setReplacement] = useState('');
  const [isReplacing, setReplacing] = useState(request.isReplacing);
  const [options, setOptions] = useState<FindOptions>(readOptions);
  const field = useRef<HTMLInputElement>(null);
  // Typing in the text comes first.
  const doc = useDeferredValue(state.doc);
  const hits = useMemo(() => findHits(doc, query, options), [doc, query, options]);
  const { from, to } = state.selection;
  const at = hits.findIndex((hit) => hit.from === from && hit.to === to);
  const current = hits[at];

  useEffect(() => {
    if (request.query !== '') setQuery(request.query);
    if (request.isReplacing) setReplacing(true);
    field.current?.focus();
    field.current?.select();
  }, [request]);
  useEffect(() => {
    if (doc === view.state.doc) view.dispatch(markHits(view.state.tr, hits, current));
  }, [view, doc, hits, current]);
  useEffect(() => () => void (view.isDestroyed || view.dispatch(markHits(view.state.tr, [], undefined))), [view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, and not a change of the text
  useEffect(() => {
    const next = hits.find((hit) => hit.from >= view.state.selection.from) ?? hits[0];
    if (next) goTo(next);
  }, [query, options]);

  const goTo = (hit: Hit) => {
    view.dispatch(view.state.tr.setSelection(selectHit(view.state.doc, hit)));
    revealHit(view, hit);
  };
  const step = (by: 1 | -1) => {
    const last = by === 1 ? hits.find((hit) => hit.from > from) : hits.findLast((hit) => hit.from < from);
    const next = last ?? hits.at(by === 1 ? 0 : -1);
    if (next) goTo(next);
  };
  const setOption = (changed: Partial<FindOptions>) => {
    const next = { ...options, ...changed };
    setOptions(next);
    storeJson('localStorage', STORED_OPTIONS, next);
  };
  const close = () => {
    onClose();
    view.focus();
  };
  const replace = () => {
    if (!current || doc !== view.state.doc) return step(1);
    view.dispatch(closeHistory(replaceHits(view.state.tr, [current], { query, options, replacement })));
    const behind = current.place === 'alt' ? current.to : current.from + replacement.length;
    const left = findHits(view.state.doc, query, options);
    const next = left.find((hit) => hit.from >= behind) ?? left[0];
    if (next) goTo(next);
  };
  const replaceAll = () => {
    if (hits.length === 0 || doc !== view.state.doc) return;
    view.dispatch(closeHistory(replaceHits(view.state.tr, hits, { query, options, replacement })));
    const replaced = view.state.doc;
    const takeBack = () => {
      if (view.isDestroyed || view.state.doc !== replaced)
        showToast('The text has changed since. Use Undo in the editor.', 'info');
      else undo(view.state, view.dispatch);
    };
    showToast(`${hits.length} replaced`, 'success', {
      note: formatPlaces(hits),
      undo: { until: Date.now() + UNDO_MS, onUndo: takeBack },
    });
  };
  const press = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') close();
    else if (event.altKey && event.code === 'KeyC') setOption({ isCaseSensitive: !options.isCaseSensitive });
    else if (event.altKey && event.code === 'KeyW') setOption({ isWholeWord: !options.isWholeWord });
    else if (isMod && event.code === 'KeyF') field.current?.select();
    else if (isMod && event.code === 'KeyH') setReplacing(!isReplacing);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isNone = query !== '' && hits.length === 0;
  return (
    <search className="find-panel" aria-label="Find and replace" onKeyDown={press} {...COVERS_TEXT}>
      <div className="find-line">
        <FindButton
          label={isReplacing ? 'Hide replace' : 'Show replace'}
          icon={isReplacing ? DOWN : RIGHT}
          isExpanded={isReplacing}
          onClick={() => setReplacing(!isReplacing)}
        />
        <span className="find-box" data-none={isNone || undefined}>
          <input
            ref={field}
            type="text"
            aria-label="Find"
            placeholder="Find"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={QUERY_MAX}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              step(event.shiftKey ? -1 : 1);
            }}
          />
          <span className="find-count" role="status">
            {query !== '' && formatPosition(at, hits.length)}
          </span>
        </span>
        <FindButton
          label="Match case"
          keys="Alt C"
          icon={CASE}
          isOn={options.isCaseSensitive}
          onClick={() => setOption({ isCaseSensitive: !options.isCaseSensitive })}
        />
        <FindButton
          label="Whole words"
          keys="Alt W"
          icon={WORD}
          isOn={options.isWholeWord}
          onClick={() => setOption({ isWholeWord: !options.isWholeWord })}
        />
        <FindButton label="Previous" keys="Shift Enter" icon={UP} isOff={hits.length === 0} onClick={() => step(-1)} />
        <FindButton label="Next" keys="Enter" icon={DOWN} isOff={hits.length === 0} onClick={() => step(1)} />
        <FindButton label="Close" keys="Esc" icon={CLOSE} onClick={close} />
      </div>
      {isReplacing && (
        <div className="find-line find-replace">
          <span className="find-box">
            <input
              type="text"
              aria-label="Replace with"
              placeholder="Replace with"
              autoComplete="off"
              value={replacement}
              onChange={(event) => setReplacement(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                replace();
              }}
            />
          </span>
          <Button variant="secondary" aria-disabled={hits.length === 0} onClick={replace}>
            Replace
          </Button>
          <Button variant="secondary" aria-disabled={hits.length === 0} onClick={replaceAll}>
            {hits.length > 0 ? `Replace all ${hits.length}` : 'Replace all'}
          </Button>
        </div>
      )}
      {isNone && (
        <WiderSearch count={(wider) => findHits(doc, query, wider).length} options={options} onWiden={setOption} />
      )}
      {hasRail && hits.length > 0 && <HitRail view={view} hits={hits} current={current} />}
    </search>
  );
}

const readOptions = (): FindOptions => {
  const stored = readStoredJson<Partial<FindOptions>>('localStorage', STORED_OPTIONS);
  return { isCaseSensitive: stored?.isCaseSensitive === true, isWholeWord: stored?.isWholeWord === true };
};

function formatPosition(at: number, count: number): string {
  if (count === 0) return 'None';
  return at === -1 ? String(count) : `${at + 1} of ${count}`;
}

/** ‘6 in the text, 1 in a caption.’ */
function formatPlaces(hits: readonly Hit[]): string {
  const places: [Hit['place'], string][] = [
    ['text', 'in the text'],
    ['caption', 'in captions'],
    ['alt', 'in alt text'],
  ];
  const counted = places.map(([place, words]) => [hits.filter((hit) => hit.place === place).length, words] as const);
  return `${formatList(counted.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`))}.`;
}

/** Shows a hit: the editor itself scrolls only while it has the focus. */
function revealHit(view: EditorView, { from }: Hit): void {
  const frame = view.dom.closest('.editor-scroll');
  const readPlace = () => view.coordsAtPos(from, 1);
  if (frame && frame.scrollHeight > frame.clientHeight) {
    const area = frame.getBoundingClientRect();
    const { top, bottom } = readPlace();
    if (top < area.top || bottom > area.bottom) frame.scrollBy(0, top - area.top - area.height / 2);
  }
  const area = measureVisibleArea();
  const { top, bottom } = readPlace();
  if (top < area.top || bottom > area.bottom) window.scrollBy(0, top - (area.top + area.bottom) / 2);
}

type WiderProps = {
  options: FindOptions;
  count: (options: FindOptions) => number;
  onWiden: (options: FindOptions) => void;
};

/** Where nothing was found: what would be without one of the options. */
function WiderSearch({ options, count, onWiden }: WiderProps) {
  const wider = WIDER.map(({ key, ...words }) => ({
    ...words,
    next: { ...options, [key]: false },
    isOn: options[key],
  }));
  const found = wider.find(({ isOn, next }) => isOn && count(next) > 0);
  if (!found) return null;
  return (
    <p className="find-note">
      {count(found.next)} without ‘{found.label}’.{' '}
      <button type="button" className="link-button" onClick={() => onWiden(found.next)}>
        {found.action}
      </button>
    </p>
  );
}

const WIDER = [
  { key: 'isCaseSensitive', label: 'Match case', action: 'Ignore case' },
  { key: 'isWholeWord', label: 'Whole words', action: 'Match parts of words' },
] as const;

/** More marks would be one line. */
const RAIL_MAX = 200;

/** Marks at the edge of the window, as far down as their hits are in the page. */
function HitRail({ view, hits, current }: { view: EditorView; hits: readonly Hit[]; current: Hit | undefined }) {
  const rail = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const height = document.documentElement.scrollHeight;
    for (const [index, mark] of [...(rail.current?.children ?? [])].entries()) {
      const hit = hits[index];
      if (hit && mark instanceof HTMLElement)
        mark.style.top = `${((view.coordsAtPos(hit.from).top + window.scrollY) / height) * 100}%`;
    }
  }, [view, hits]);
  return (
    <div ref={rail} className="find-rail" aria-hidden="true">
      {hits.slice(0, RAIL_MAX).map((hit) => (
        <i key={hit.from} data-here={hit === current || undefined} />
      ))}
    </div>
  );
}

const RIGHT = 'm9 18 6-6-6-6';
const DOWN = 'm6 9 6 6 6-6';
const UP = 'm18 15-6-6-6 6';
const CLOSE = 'M18 6 6 18M6 6l12 12';
const CASE =
  'm2 16 4.039-9.69a.5.5 0 0 1 .923 0L11 16M22 9v7M3.304 13h6.392M15 12.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0';
const WORD =
  'M4 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0M10 9v6M14 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0M14 7v8M22 17v1c0 .5-.5 1-1 1H3c-.5 0-1-.5-1-1v-1';

type FindButtonProps = {
  label: string;
  keys?: string;
  icon: string;
  isOn?: boolean;
  isOff?: boolean;
  isExpanded?: boolean;
  onClick: () => void;
};

function FindButton({ label, keys, icon, isOn, isOff = false, isExpanded, onClick }: FindButtonProps) {
  return (
    <button
      type="button"
      className="tool"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={isOn}
      aria-expanded={isExpanded}
      aria-disabled={isOff || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onClick()}
    >
      <Icon path={icon} />
    </button>
  );
}
