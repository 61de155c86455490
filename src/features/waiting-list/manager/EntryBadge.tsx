import { Badge } from '#src/ui/feedback/Badge.tsx';
import { STATUS_TONES } from './entry-labels.ts';
import type { WaitingListStatus } from '#api/domain/enums.ts';
import { entryStatusLabels } from '#api/domain/waiting-list.ts';

export const EntryBadge = ({ status }: { status: WaitingListStatus }) => (
  <Badge tone={STATUS_TONES[status]}>{entryStatusLabels[status]}</Badge>
);
