import { Badge } from '#src/ui/feedback/Badge.tsx';
import { STATUS_BADGES } from './entry-labels.ts';
import type { WaitingListStatus } from '#api/domain/enums.ts';

export function EntryBadge({ status }: { status: WaitingListStatus }) {
  const { label, tone } = STATUS_BADGES[status];
  return <Badge tone={tone}>{label}</Badge>;
}
