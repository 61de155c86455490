import { type ReactNode, useEffect, useRef } from 'react';
import { COVERS_TEXT } from '#src/editor/visible-area.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { ActionMenu, type MenuAction } from './ActionMenu.tsx';
import type { SettingsPanelState } from './use-settings-panel.ts';

/** The list to return to, and its name. */
export type Manager = { path: string; name: string };

type Props = {
  manager: Manager;
  status: ReactNode;
  /** How the text differs from what readers have. */
  publishState: string | null;
  /** Who else has it open, as text. */
  openEditors: string | null;
  /** Words and reading time, or when it goes live. */
  info: string;
  /** In its place while the browser is offline and somebody wants to publish. */
  offlineMessage: string | null;
  primary: ReactNode;
  more: readonly MenuAction[];
  settings: SettingsPanelState;
  onPreview: () => void;
};

/** The one bar of a writing screen: the way back, whether it is saved, who else is here, and what can be done. */
export function RoomBar({
  manager,
  status,
  publishState,
  openEditors,
  info,
  offlineMessage,
  primary,
  more,
  settings,
  onPreview,
}: Props) {
  const back = `Back to ${manager.name}`;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current ? trackHeight(bar.current) : undefined), []);
  return (
    <div ref={bar} className="room-bar" data-toast-avoid data-toast-slot="bar" {...COVERS_TEXT}>
      <a className="icon-button" href={manager.path} aria-label={back} title={back}>
        <Icon name="arrow-left" />
      </a>
      <div className="room-state">
        {status}
        {publishState && <p className="room-publish-state">{publishState}</p>}
      </div>
      {openEditors && (
        <p className="room-presence" title={openEditors}>
          {openEditors}
        </p>
      )}
      <div className="room-actions">
        {offlineMessage ? (
          <p className="room-offline" role="status">
            {offlineMessage}
          </p>
        ) : (
          <p className="room-info">{info}</p>
        )}
        <Button variant="quiet" className="room-preview" aria-label="Preview" onClick={onPreview}>
          <Icon name="eye" />
          <span>Preview</span>
        </Button>
        {primary}
        {more.length > 0 && <ActionMenu label="More actions" actions={more} />}
        <button
          type="button"
          className="icon-button"
          aria-label="Settings"
          title="Settings"
          aria-pressed={settings.isOpen}
          onClick={() => settings.setOpen(!settings.isOpen)}
        >
          <Icon name="panel-right" />
        </button>
      </div>
    </div>
  );
}

/** Keeps the height in the style of the room, for what sticks below: a long message wraps. The usual height is there already. */
function trackHeight(bar: HTMLElement): () => void {
  let height = Number.parseFloat(getComputedStyle(bar).minHeight);
  const observer = new ResizeObserver(() => {
    if (bar.offsetHeight === height) return;
    height = bar.offsetHeight;
    bar.parentElement?.style.setProperty('--room-bar-height', `${height}px`);
  });
  observer.observe(bar);
  return () => observer.disconnect();
}
