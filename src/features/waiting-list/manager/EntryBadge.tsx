import { Badge } from '#src/ui/feedback/Badge.tsx';
import { STATUS_BADGES } from './entry-labels.ts';
import type { EntryStatus } from './list-state.ts';

export function EntryBadge({ status }: { status: EntryStatus }) {
  const { label, tone } = STATUS_BADGES[status];
  return <Badge tone={tone}>{label}</Badge>;
}
