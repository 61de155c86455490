import type { ReactNode } from 'react';
import { loadCode } from '#src/lib/load-code.ts';
import { useCode } from '#src/lib/use-code.ts';
import { ErrorPanel } from './ErrorPanel.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';

type Props<Part> = {
  /** Imports the part. */
  load: () => Promise<Part>;
  children: (part: Part) => ReactNode;
  /** For a dialog: closes it. Without it the part is shown in the page. */
  onClose?: () => void;
  /** A dialog that is not open yet fails without a word. */
  isOpen?: boolean;
};

/**
 * A part of a screen that is loaded when it is needed. `lazy` would take the whole screen away, with what is typed in
 * it, when the part cannot be loaded; here the screen stays, and it is tried again.
 */
export function LazyBoundary<Part>({ load, children, onClose, isOpen = true }: Props<Part>) {
  const { state, reload } = useCode(() => loadCode(load));
  if (state.status === 'loading') return null;
  if (state.status === 'loaded') return children(state.value);
  const panel = <ErrorPanel message="The server isn’t responding. Nothing you typed is lost." onRetry={reload} />;
  if (!onClose) return panel;
  return (
    <Modal isOpen={isOpen} title="Couldn’t load this" onClose={onClose}>
      {panel}
    </Modal>
  );
}
