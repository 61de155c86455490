import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { createRowShortcuts } from '#src/ui/tables/row-shortcuts.ts';
import type { BulkAction } from './bulk/entry-bulk-run.ts';

type Actions = { act: (action: BulkAction) => void; inviteNext: () => void };

/** The keys of the waiting list manager; Enter on a name opens its details. */
export function createShortcuts(
  refs: Parameters<typeof createRowShortcuts>[0],
  { act, inviteNext }: Actions,
): Shortcut[] {
  return [
    ...createRowShortcuts(refs, 'person', 'people'),
    { keys: ['i'], label: 'Invite the selected people', run: () => act('invite') },
    { keys: ['r'], label: 'Reject the selected people', run: () => act('reject') },
    { keys: ['n'], label: 'Invite next...', run: inviteNext },
  ];
}
