import type { PublicationStatus } from '#api/domain/publication-states.ts';

/** The names of the statuses, wherever one is shown. */
export const PUBLICATION_STATUS_LABELS: Record<PublicationStatus, string> = {
  DRAFT: 'Draft',
  SUBMITTED: 'Submitted',
  AI_REVIEWING: 'AI reviewing',
  AI_APPROVED: 'AI approved',
  AI_REJECTED: 'AI rejected',
  ADMIN_REVIEWING: 'Admin reviewing',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  PUBLISHED: 'Published',
  WITHDRAWN: 'Withdrawn',
};
