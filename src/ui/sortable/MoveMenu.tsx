import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useSortableBoard } from './SortableBoard.tsx';

type Props = { id: number; name: string };

/** One place up or down, for those who do not drag. Stays open, so that one can go on. */
export function MoveMenu({ id, name }: Props) {
  const listId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { getPosition, moveBy } = useSortableBoard();
  const { at, count } = getPosition(id);
  if (count < 2) return null;

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    opener.current?.focus();
  };
  const step = (by: 1 | -1, isOff: boolean, label: string) => (
    <button type="button" aria-disabled={isOff || undefined} onClick={() => !isOff && moveBy(id, by)}>
      {label}
    </button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <span className="move-menu" onBlur={leave} onKeyDown={press}>
      <button
        type="button"
        ref={opener}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-label={`Move ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        Move
      </button>
      <span id={listId} className="move-steps" hidden={!isOpen}>
        {step(-1, at <= 0, 'Move up')}
        {step(1, at >= count - 1, 'Move down')}
      </span>
    </span>
  );
}
