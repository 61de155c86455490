import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ShortcutList } from '#src/ui/navigation/ShortcutList.tsx';
import { CommandMenu } from './CommandMenu.tsx';
import type { Command } from './commands.ts';

/** Shows a dialog outside of the islands of the page, until it closes. */
function mount(render: (close: () => void) => ReactElement): void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const close = () =>
    // Later, because the dialog returns the focus after its `close` event.
    setTimeout(() => {
      root.unmount();
      container.remove();
    });
  root.render(render(close));
}

/** Opens the command menu with these commands. */
export const openCommandMenu = (commands: readonly Command[]): void =>
  mount((close) => <CommandMenu commands={commands} onClose={close} />);

/** Opens the list of shortcuts, on a screen without one of its own. */
export const openShortcutList = (): void =>
  mount((close) => (
    <Modal isOpen title="Keyboard shortcuts" onClose={close}>
      <ShortcutList items={[]} />
    </Modal>
  ));
