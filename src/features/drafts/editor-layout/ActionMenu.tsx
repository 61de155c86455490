import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '#src/ui/icons/Icon.tsx';

export type MenuAction = { label: string; run: () => void };

/** A button that opens a short list of actions. Escape and leaving it close it. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    opener.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div className="action-menu" onBlur={leave} onKeyDown={press}>
      <button
        type="button"
        ref={opener}
        className="icon-button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="ellipsis" />
      </button>
      <div id={id} className="action-menu-list" hidden={!isOpen}>
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            onClick={() => {
              setOpen(false);
              opener.current?.focus();
              action.run();
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  );
}
