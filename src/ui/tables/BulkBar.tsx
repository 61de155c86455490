import type { ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = { count: number; children: ReactNode; onClear: () => void };

/** What can be done with all that is selected; stays in sight while the list scrolls, and says how many. */
export function BulkBar({ count, children, onClear }: Props) {
  return (
    <div className="bulk-bar-place" role="status">
      {count > 0 && (
        <section className="bulk-bar" aria-label="Selected entries">
          <div className="bulk-count">
            <p>
              <strong>{count}</strong> selected
            </p>
            <Button variant="quiet" onClick={onClear}>
              Clear selection
            </Button>
          </div>
          <div className="bulk-actions">{children}</div>
        </section>
      )}
    </div>
  );
}
