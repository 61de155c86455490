import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';

export type RowAction = {
  label: string;
  icon: IconName;
  /** A link; else `onSelect` is run. */
  href?: string;
  onSelect?: () => void;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /** Below the label, such as why the action can't be used. */
  note?: string;
};

type Props = {
  /** Of the row's subject; names the button and, on the phone, the sheet. */
  name: string;
  /** Second line on the phone, such as the address. */
  note?: string;
  /** Each group is set off by a line; destructive actions belong in the last. */
  groups: readonly (readonly RowAction[])[];
};

/** The actions on one row: a menu below its button, on the phone a sheet. The browser's popover closes and returns the focus. */
export function RowMenu({ name, note, groups }: Props) {
  const id = useId();
  const label = `Actions for ${name}`;
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) focusItem(menu.current, 0);
  }, [isOpen]);
  const close = () => menu.current?.hidePopover();
  return (
    <div className="row-menu-place">
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <Icon name="ellipsis" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="row-menu"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <>
            <p className="row-menu-subject" aria-hidden="true">
              <b>{name}</b>
              {note && <span className="row-note">{note}</span>}
            </p>
            <div role="menu" aria-label={label} onKeyDown={(event) => pressKey(event, close)}>
              {groups
                .filter((group) => group.length > 0)
                .map((group) => (
                  <div key={group[0]?.label} className="row-menu-group">
                    {group.map((action) => (
                      <MenuItem key={action.label} action={action} close={close} />
                    ))}
                  </div>
                ))}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function MenuItem({ action, close }: { action: RowAction; close: () => void }) {
  const { label, icon, href, onSelect, isDestructive, isDisabled, note } = action;
  const shared = { role: 'menuitem', tabIndex: -1, className: isDestructive ? 'danger' : undefined };
  const content = (
    <>
      <Icon name={icon} size={16} />
      <span>
        {label}
        {note && <span className="row-note">{note}</span>}
      </span>
    </>
  );
  if (href !== undefined) {
    return (
      <a {...shared} href={href}>
        {content}
      </a>
    );
  }
  const select = () => {
    if (isDisabled) return;
    close();
    onSelect?.();
  };
  return (
    <button type="button" {...shared} aria-disabled={isDisabled || undefined} onClick={select}>
      {content}
    </button>
  );
}

const listItems = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

function focusItem(menu: HTMLElement | null, at: number): void {
  const items = listItems(menu);
  items[(at + items.length) % items.length]?.focus();
}

/** The arrow keys, Home and End move; Tab leaves. The shortcuts of the screen are off while the menu is open. */
function pressKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const menu = event.currentTarget;
  const at = listItems(menu).indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target !== undefined) {
    event.preventDefault();
    focusItem(menu, target);
  }
  if (event.key === 'Tab') close();
}
