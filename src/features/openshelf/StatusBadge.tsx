import type { PublicationStatus } from '#api/domain/publication-states.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { formatStatus, STATUS_TONES } from './publication-labels.ts';

export function StatusBadge({ status }: { status: PublicationStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{formatStatus(status)}</Badge>;
}
