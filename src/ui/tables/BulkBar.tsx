import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = { count: number; children: ReactNode; onClear: () => void };

/** The actions on everything that is selected; floats above the list while it scrolls, and says how many. */
export function BulkBar({ count, children, onClear }: Props) {
  return (
    <div className="bulk-bar-place" role="status">
      {count > 0 && (
        <section className="bulk-bar" aria-label="Selected items">
          <p className="bulk-count">{count} selected</p>
          <div className="bulk-actions">{children}</div>
          <button type="button" className="icon-button" aria-label="Clear selection" onClick={onClear}>
            <Icon name="x" />
          </button>
        </section>
      )}
    </div>
  );
}
