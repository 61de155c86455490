import type { EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { findLinkAtCursor, type LinkRange, removeLink } from '#src/editor/elements/link.tsx';
import { measureRange, usePlaceAt } from '#src/editor/floating.ts';
import { isAddressOffered } from '#src/editor/paste/address-offer.ts';
import { Icon } from '#src/editor/toolbar/Icon.tsx';
import { useTextFocus } from '#src/editor/use-text-focus.ts';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { describeLink, getSitePath } from './describe-link.ts';

export type LinkCardHandle = {
  /** Whether it was there to take the focus. */
  focus(): boolean;
  /** Whether it was there to be closed. */
  close(): boolean;
};

type Props = {
  view: EditorView;
  state: EditorState;
  label: string;
  onEdit: () => void;
  ref: Ref<LinkCardHandle>;
};

type Seen = { state: EditorState; closedBy: 'typing' | 'escape' | 'offer' | null };

/** Below the link that the cursor was put into: where it leads, and what can be done with it. Not while one types in it. */
export function LinkCard({ view, state, label, onEdit, ref }: Props) {
  const card = useRef<HTMLElement>(null);
  const hasFocus = useTextFocus(view, card);
  const [seen, setSeen] = useState<Seen>({ state, closedBy: null });
  const link = state.selection.empty ? findLinkAtCursor(state) : null;
  if (seen.state !== state) setSeen({ state, closedBy: findClosing(seen, state, link) });
  const close = () => setSeen({ state, closedBy: 'escape' });
  const isShown = link !== null && hasFocus && seen.closedBy === null;
  useImperativeHandle(ref, () => ({
    focus() {
      const first = card.current?.querySelector<HTMLElement>('a, button');
      first?.focus();
      return first != null;
    },
    close() {
      if (isShown) close();
      return isShown;
    },
  }));
  if (!isShown) return null;
  const leave = () => {
    view.focus();
    close();
  };
  return <Card key={link.href} view={view} link={link} label={label} card={card} onEdit={onEdit} onLeave={leave} />;
}

/** Typing in a link closes the card until the cursor moves; Escape, and the offer that stands in its place, until it is elsewhere. */
function findClosing(seen: Seen, state: EditorState, link: LinkRange | null): Seen['closedBy'] {
  if (isAddressOffered(state)) return 'offer';
  const before = findLinkAtCursor(seen.state);
  if (link === null || before === null) return null;
  if (state.doc !== seen.state.doc) return 'typing';
  return seen.closedBy !== 'typing' && before.from === link.from ? seen.closedBy : null;
}

type CardProps = {
  view: EditorView;
  link: LinkRange;
  label: string;
  card: RefObject<HTMLElement | null>;
  onEdit: () => void;
  onLeave: () => void;
};

function Card({ view, link: { from, to, href }, label, card, onEdit, onLeave }: CardProps) {
  const path = getSitePath(href);
  const { value } = useQuery(path === null ? null : `link target at ${path}`, (signal) =>
    api.get('/api/admin/link-targets/at', { query: { path: path ?? '' }, signal }),
  );
  usePlaceAt(card, () => measureRange(view, { from, to }), 'below');
  const target = value?.target;
  const { title, note } = describeLink(href);
  const isDraft = target?.is_public === false;
  // An address that no browser can read stays as it is written.
  const address = URL.parse(href, window.location.href)?.href ?? href;
  const isHere = href.startsWith('#');
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => showToast('Link copied.', 'success'),
      () => showToast('Couldn’t copy the link.', 'error'),
    );
  return (
    <section
      ref={card}
      className="editor-link"
      aria-label={`${label}: link`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onLeave();
      }}
    >
      <span className="editor-link-target">
        <b>{target?.title ?? title}</b>
        {isDraft ? (
          <small className="editor-link-draft">Draft. Readers can’t open it yet.</small>
        ) : (
          <small>{target && target.title !== href ? href : note}</small>
        )}
      </span>
      {!isHere && (
        <a
          className="tool"
          href={address}
          target="_blank"
          rel="noopener"
          aria-label="Open in a new tab"
          title="Open in a new tab"
        >
          <Icon path={OPEN} />
        </a>
      )}
      {!isDraft && !isHere && <CardButton label="Copy link" icon={COPY} onClick={() => void copy()} />}
      <CardButton label="Edit link" icon={PENCIL} onClick={onEdit} />
      <CardButton
        label="Remove link"
        icon={UNLINK}
        onClick={() => {
          removeLink(view.state, view.dispatch);
          view.focus();
        }}
      />
    </section>
  );
}

const OPEN = 'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6';
const COPY =
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2';
const PENCIL =
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4';
const UNLINK =
  'm18.84 12.25 1.72-1.71a5.004 5.004 0 0 0-.12-7.07 5.006 5.006 0 0 0-6.95 0l-1.72 1.71M5.17 11.75l-1.71 1.71a5.004 5.004 0 0 0 .12 7.07 5.006 5.006 0 0 0 6.95 0l1.71-1.71M8 2v3M2 8h3M16 19v3M19 16h3';

function CardButton({ label, icon, onClick }: { label: string; icon: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="tool"
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon path={icon} />
    </button>
  );
}
