import { useEffect, useRef, useState } from 'react';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ShortcutList } from './ShortcutList.tsx';

export type Shortcut = {
  /** As in KeyboardEvent.key; several do the same. */
  keys: readonly string[];
  label: string;
  run: (event: KeyboardEvent) => void;
};

/** Fields that text is typed into, and menus, in which the arrow keys move. */
const OWN_KEYS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]';

/** Space presses what has the focus. */
const PRESSED_BY_SPACE = 'button, a, summary, input';

/** The shortcuts of a screen, listed under `?`. They are off in fields, menus, the header and under a dialog. */
export function KeyboardShortcuts({ items }: { items: readonly Shortcut[] }) {
  const [isOpen, setOpen] = useState(false);
  const current = useRef(items);
  current.current = items;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as Element;
      const isElsewhere = target !== document.body && !target.closest?.('main');
      if (isElsewhere || target.closest?.(OWN_KEYS) || document.querySelector('dialog[open]')) return;
      if (event.key === ' ' && target.closest?.(PRESSED_BY_SPACE)) return;
      const shortcut = current.current.find(({ keys }) => keys.includes(event.key));
      if (!shortcut && event.key !== '?') return;
      event.preventDefault();
      // The header has a search of its own under `/`.
      event.stopImmediatePropagation();
      if (shortcut) shortcut.run(event);
      else setOpen(true);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return (
    <>
      <button
        type="button"
        className="link-button shortcuts-button"
        data-screen-shortcuts
        onClick={() => setOpen(true)}
      >
        Keyboard shortcuts <kbd>?</kbd>
      </button>
      <Modal isOpen={isOpen} title="Keyboard shortcuts" onClose={() => setOpen(false)}>
        <ShortcutList items={items} />
      </Modal>
    </>
  );
}
