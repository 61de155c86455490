import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { MenuEntry } from '#api/domain/site-navigation.ts';
import { fillNames } from '#src/lib/fill-names.ts';
import { withKeys } from '#src/lib/with-keys.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  menu: readonly MenuEntry[];
  /** The entry that is being edited: its links are shown. */
  open: number | null;
};

/** The header as visitors will see it, with one menu open. The tree says the same in words. */
export function HeaderPreview({ menu, open }: Props) {
  const shown = menu[open ?? -1]?.links.length ? menu[open ?? -1] : menu.find(({ links }) => links.length > 0);
  return (
    <div className="header-preview">
      <p className="field-hint">After publishing</p>
      <div className="header-preview-page" aria-hidden="true">
        <div className="header-preview-bar">
          <b>{getSiteFacts().company}</b>
          {withKeys(menu).map(({ key, item }) => (
            <span key={key} className={item === shown ? 'is-open' : undefined}>
              {fillNames(item.label) || '…'}
              {item.links.length > 0 && <Icon name="chevron-down" size={12} />}
            </span>
          ))}
        </div>
        {shown && (
          <ul className="header-preview-menu">
            {withKeys(shown.links).map(({ key, item: { label, note } }) => (
              <li key={key}>
                {fillNames(label) || '…'}
                {note && <small>{fillNames(note)}</small>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
