import type { ReactNode } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  count: number;
  /** One of the things: 'post'. */
  noun: string;
  nouns?: string;
  /** All that match, on this page and the others. Left out: the rows in sight are all there is, or not all are selected. */
  matches?: { total: number; isSelected: boolean; onSelect: (isOn: boolean) => void } | undefined;
  children: ReactNode;
  onClear: () => void;
};

/** The actions on everything that is selected; floats above the list while it scrolls, and says how many. */
export function BulkBar({ count, noun, nouns, matches, children, onClear }: Props) {
  return (
    <div className="bulk-bar-place" role="status">
      {count > 0 && (
        <section className="bulk-bar" aria-label="Selected items" data-toast-avoid>
          <p className="bulk-count">{formatNumber(count)} selected</p>
          {matches && (
            <button type="button" className="bulk-all" onClick={() => matches.onSelect(!matches.isSelected)}>
              {matches.isSelected ? 'Select only this page' : `Select all ${formatCount(matches.total, noun, nouns)}`}
            </button>
          )}
          <div className="bulk-actions">{children}</div>
          <button type="button" className="icon-button" aria-label="Clear selection" onClick={onClear}>
            <Icon name="x" />
          </button>
        </section>
      )}
    </div>
  );
}
