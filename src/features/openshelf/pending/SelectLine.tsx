import { useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { BULK_DECISION_MAX } from '#api/domain/publication-states.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import type { DecisionAction } from '#src/features/openshelf/decisions/use-decidable-list.ts';

type Props = {
  /** How many are selected, on all pages. */
  count: number;
  /** Whether every row of this page is selected. */
  isPageSelected: boolean;
  onSelectPage: (isOn: boolean) => void;
  /** All that match the filters, on this page and the others; null where the page shows them all. */
  matches: { total: number; isSelected: boolean; onSelect: (isOn: boolean) => void } | null;
  isBusy: boolean;
  onApply: (action: DecisionAction) => void;
};

/** Selects all, and chooses what to do with what is selected. */
export function SelectLine({ count, isPageSelected, matches, isBusy, ...act }: Props) {
  const [action, setAction] = useState<DecisionAction | ''>('');
  const press = () => {
    if (action === '') return;
    act.onApply(action);
    setAction('');
  };
  return (
    <div className="select-line">
      <CheckField
        label={
          <>
            <span className="visually-hidden">Select all on this page, </span>
            {formatNumber(count)} selected
          </>
        }
        checked={isPageSelected}
        isMixed={!isPageSelected && count > 0}
        onChange={({ target }) => act.onSelectPage(target.checked)}
      />
      {matches && (
        <button type="button" className="select-matches" onClick={() => matches.onSelect(!matches.isSelected)}>
          {formatSelectMatches(matches)}
        </button>
      )}
      {(count > 0 || isBusy) && (
        <span className="select-action">
          <select
            aria-label="Choose Action"
            value={action}
            disabled={isBusy}
            onChange={({ target }) => setAction(target.value as DecisionAction | '')}
          >
            <option value="">Choose Action</option>
            <option value="approve">Approve Selected</option>
            <option value="reject">Reject Selected</option>
          </select>
          <Button
            className="button-small"
            disabled={action === '' && !isBusy}
            isBusy={isBusy}
            busyLabel="Applying..."
            onClick={press}
          >
            Apply
          </Button>
        </span>
      )}
    </div>
  );
}

function formatSelectMatches({ total, isSelected }: { total: number; isSelected: boolean }): string {
  if (isSelected) return 'Select only this page';
  return total > BULK_DECISION_MAX ? `Select the first ${BULK_DECISION_MAX}` : `Select all ${total}`;
}
