import type { ReactNode } from 'react';
import { type AiDecision, aiDecisions } from '#api/domain/publication-states.ts';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { AI_DECISION_LABELS } from '#src/features/openshelf/publication-labels.ts';
import { toCategoryOptions, useCategories } from '#src/features/openshelf/use-categories.ts';
import { QUEUE_ORDERS } from '#src/features/openshelf/waiting-time.ts';
import type { PendingState } from './pending-state.ts';

type Props = {
  listState: PendingState;
  onChange: (change: Partial<PendingState>) => void;
  /** What is done with the selected rows. */
  children: ReactNode;
};

const AI_OPTIONS = [
  { value: '', label: 'All decisions' },
  ...aiDecisions.map((value) => ({ value, label: AI_DECISION_LABELS[value] })),
];

/** The line above the list: the selection, then category, AI decision and order. */
export function PendingFilters({ listState, onChange, children }: Props) {
  const { category, aiDecision, isNewestFirst } = listState;
  const categories = useCategories();
  return (
    <FilterLine
      label="Publications"
      lead={children}
      filters={
        <>
          <FilterSelect
            label="Category"
            options={toCategoryOptions(categories, category)}
            value={category ?? ''}
            onChange={(value) => onChange({ category: value || null })}
          />
          <FilterSelect
            label="AI decision"
            options={AI_OPTIONS}
            value={aiDecision ?? ''}
            onChange={(value) => onChange({ aiDecision: value === '' ? null : (value as AiDecision) })}
          />
          <FilterSelect
            label="Sort by"
            isOrder
            options={QUEUE_ORDERS}
            value={isNewestFirst ? 'newest' : 'oldest'}
            onChange={(value) => onChange({ isNewestFirst: value === 'newest' })}
          />
        </>
      }
      activeFilterCount={Number(category !== null) + Number(aiDecision !== null)}
    />
  );
}
