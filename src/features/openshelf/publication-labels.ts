import type { AiDecision, PublicationStatus } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { PUBLICATION_STATUS_LABELS } from '#src/config/publication-status-labels.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';

/** Yellow waits for someone, red was stopped, green may be or is on the shelf. */
export const STATUS_TONES: Record<PublicationStatus, BadgeTone> = {
  DRAFT: 'grey',
  SUBMITTED: 'grey',
  AI_REVIEWING: 'grey',
  AI_APPROVED: 'green',
  AI_REJECTED: 'red',
  ADMIN_REVIEWING: 'yellow',
  APPROVED: 'green',
  REJECTED: 'red',
  PUBLISHED: 'green',
  WITHDRAWN: 'grey',
};

/** 'ADMIN REVIEWING', as badges and filters show it (specification, section 2). */
export const formatStatus = (status: PublicationStatus) => PUBLICATION_STATUS_LABELS[status].toUpperCase();

export const AI_DECISION_LABELS: Record<AiDecision, string> = {
  approved: 'AI approved',
  rejected: 'AI rejected',
  needs_review: 'AI needs review',
};

/** '64%' of a confidence from 0 to 1. */
export const formatConfidence = (confidence: number) => `${Math.round(confidence * 100)}%`;

/** 'Lifestyle, Health' */
export const formatCategory = ({ category, subcategory }: Pick<PublicationJson, 'category' | 'subcategory'>) =>
  [category, subcategory].filter(Boolean).join(', ');
