import { formatNumber } from '#api/domain/numbers.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { scrollToCurrent } from '#src/ui/navigation/scroll-to-current.ts';

export type ListView = {
  label: string;
  /** Null until it is known. */
  count?: number | null;
  href: string;
  isCurrent: boolean;
  onOpen: () => void;
};

type Props = {
  /** The name of the items: 'Posts'. */
  label: string;
  views?: readonly ListView[];
  /** What the views divide the list by. */
  viewsBy?: string;
  /** At the start, such as the actions on the selected rows. */
  lead?: ReactNode;
  search?: ReactNode;
  /** Fields that narrow or order the list; on the phone they are in a sheet. */
  filters?: ReactNode;
  activeFilterCount?: number;
  /** At the end, such as how many match. */
  children?: ReactNode;
};

/** The one line above a list: its views, the search, and what narrows it. */
export function FilterLine({
  label,
  views = [],
  viewsBy = 'status',
  lead,
  search,
  filters,
  activeFilterCount = 0,
  children,
}: Props) {
  const id = useId();
  const nav = useRef<HTMLElement>(null);
  const widths = views.map(({ label: name, count, isCurrent }) => `${name} ${count} ${isCurrent}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts, once they are known, make the views wider
  useEffect(() => scrollToCurrent(nav.current), [widths]);
  return (
    <div className="filter-line" data-toast-avoid>
      {views.length > 0 && (
        <nav ref={nav} className="list-views" aria-label={`${label} by ${viewsBy}`}>
          {views.map((view) => (
            <InPageLink
              key={view.label}
              href={view.href}
              aria-current={view.isCurrent ? 'page' : undefined}
              onOpen={view.onOpen}
            >
              {view.label}
              {view.count != null && <span className="count">{formatNumber(view.count)}</span>}
            </InPageLink>
          ))}
        </nav>
      )}
      {lead}
      <div className="filter-line-end">
        {search}
        {filters && (
          <>
            <button type="button" className="filter filter-sheet-button" popoverTarget={id}>
              <Icon name="list-filter" size={14} />
              Filter
              {activeFilterCount > 0 && <span className="count">{activeFilterCount}</span>}
            </button>
            {/* In line where there is room, whether the popover is open or not; a sheet on the phone. */}
            <div id={id} popover="auto" className="filter-set">
              <div className="filter-sheet-head">
                <h2>Filters</h2>
                <Button variant="secondary" popoverTarget={id} popoverTargetAction="hide">
                  Done
                </Button>
              </div>
              {filters}
            </div>
          </>
        )}
        {children}
      </div>
    </div>
  );
}
