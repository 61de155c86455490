import { useEffect, useRef } from 'react';
import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';

type Options = { publishLabel: string; onSave: () => void; onPublish: () => void };

const nothing = () => undefined;

/** Blocks of the text that Ctrl-Enter leaves, as `leaveBlock` of the editor does, which is loaded later. */
const EXITABLE_BLOCKS = 'pre, table, aside, details';

/** Whether the cursor is in one of them, in the text that has the focus. */
function isInExitableBlock(target: EventTarget | null): boolean {
  const anchor = document.getSelection()?.anchorNode;
  const element = anchor instanceof Element ? anchor : anchor?.parentElement;
  const block = element?.closest(EXITABLE_BLOCKS);
  return target instanceof Element && block != null && target.contains(block);
}

/** Ctrl-S saves, Ctrl-Enter publishes, also while typing, but not in a block that it leaves. Returns them for the list under `?`. */
export function useDraftShortcuts(options: Options): Shortcut[] {
  const current = useRef(options);
  current.current = options;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const handlerName = { s: 'onSave', S: 'onSave', Enter: 'onPublish' }[event.key] as
        'onSave' | 'onPublish' | undefined;
      if (!handlerName) return;
      // The editor's own key.
      if (event.key === 'Enter' && isInExitableBlock(event.target)) return;
      // The browser would save the page as a file.
      event.preventDefault();
      event.stopPropagation();
      if (!document.querySelector('dialog[open]')) current.current[handlerName]();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return [
    { keys: ['Ctrl S'], label: 'Save now', run: nothing },
    { keys: ['Ctrl Enter'], label: options.publishLabel, run: nothing },
  ];
}
