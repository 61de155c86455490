import { BulkBar } from '#src/ui/tables/BulkBar.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { ComponentProps } from 'react';
import type { BulkAction } from '#src/features/blogs/manager/posts-api.ts';

const ACTIONS: { action: BulkAction; label: string }[] = [
  { action: 'publish', label: 'Publish' },
  { action: 'schedule', label: 'Schedule...' },
  { action: 'categorize', label: 'Category...' },
  { action: 'archive', label: 'Archive' },
];

type Props = Omit<ComponentProps<typeof BulkBar>, 'children' | 'noun'> & { onAct: (action: BulkAction) => void };

/** What can be done with the posts that are selected. */
export function BulkActions({ onAct, ...bar }: Props) {
  return (
    <BulkBar {...bar} noun="post">
      {ACTIONS.map(({ action, label }) => (
        <Button key={action} variant="quiet" onClick={() => onAct(action)}>
          {label}
        </Button>
      ))}
      <Button variant="quiet" onClick={() => onAct('delete')}>
        <Icon name="trash" size={16} />
        Delete...
      </Button>
    </BulkBar>
  );
}
