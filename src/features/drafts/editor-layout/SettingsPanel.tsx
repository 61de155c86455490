import { type ReactNode, useEffect, useRef } from 'react';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { SettingsPanelState } from './use-settings-panel.ts';

/** Everything beside title and text: a panel that folds away, and a sheet where there is no room beside the text. */
export function SettingsPanel({ panel, children }: { panel: SettingsPanelState; children: ReactNode }) {
  const { isWide, isOpen, setOpen } = panel;
  const fields = useRef<HTMLDivElement>(null);
  // Opened by a field with an error: it gets the focus.
  useEffect(() => {
    if (isOpen) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isOpen]);
  const close = () => setOpen(false);
  const content = (
    <div className="drafting-settings" ref={fields}>
      {children}
    </div>
  );
  if (!isWide) {
    return (
      <Modal isOpen={isOpen} title="Settings" onClose={close}>
        {content}
      </Modal>
    );
  }
  if (!isOpen) return null;
  return (
    <aside className="room-settings" aria-labelledby="room-settings">
      <div className="room-settings-head">
        <h2 id="room-settings">Settings</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close settings"
          title="Close settings"
          onClick={close}
        >
          <Icon name="x" />
        </button>
      </div>
      {content}
    </aside>
  );
}
