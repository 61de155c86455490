import { BulkBar } from '#src/ui/tables/BulkBar.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { BulkAction } from './posts-api.ts';

const ACTIONS: { action: BulkAction; label: string }[] = [
  { action: 'publish', label: 'Publish' },
  { action: 'archive', label: 'Archive' },
  { action: 'delete', label: 'Delete' },
];

type Props = { count: number; onClear: () => void; onAct: (action: BulkAction) => void };

/** What can be done with the posts that are selected. */
export function BulkActions({ count, onClear, onAct }: Props) {
  return (
    <BulkBar count={count} onClear={onClear}>
      {ACTIONS.map(({ action, label }) => (
        <Button key={action} variant={action === 'delete' ? 'danger' : 'secondary'} onClick={() => onAct(action)}>
          {label}
        </Button>
      ))}
    </BulkBar>
  );
}
