import { z } from 'zod';
import { aiDecisions } from '#api/domain/publication-states.ts';

const count = z.number().int();
/** Whole percents, 0 without anything to count. */
const percent = z.number();

export const dashboardResponse = z.object({
  data: z.object({
    summary: z.object({
      total_publications: count,
      pending_review: count,
      published: count,
      admin_approval_rate: percent,
      /** When the longest wait of the queue began. */
      oldest_queued_at: z.string().nullable(),
      /** Webhooks to the publishing service that failed for good. */
      failed_webhooks: count,
    }),
  }),
});

const agreementSchema = z.object({ agreed: count, decided: count });

export const statsResponse = z.object({
  data: z.object({
    total_publications: count,
    published_count: count,
    publication_rate: percent,
    pending_admin_review: count,
    admin_approval_rate: percent,
    ai_approval_rate: percent,
    draft_count: count,
    submitted_count: count,
    ai_reviewing_count: count,
    ai_approved_count: count,
    ai_rejected_count: count,
    admin_reviewing_count: count,
    approved_count: count,
    rejected_count: count,
    withdrawn_count: count,
    ai_approved_reviews: count,
    ai_rejected_reviews: count,
    ai_needs_review: count,
    admin_approved_reviews: count,
    admin_rejected_reviews: count,
    /** Those rejections that asked for changes. */
    admin_changes_requested: count,
    oldest_queued_at: z.string().nullable(),
    /** Decisions of reviewers by what the AI had said. */
    matrix: z.array(z.object({ ai_decision: z.enum(aiDecisions), approved: count, rejected: count })),
    /** How often reviewers decided as the AI had, in steps of its confidence: 0.5 to 0.6 and so on; all below 0.5 in one. */
    agreement_by_confidence: z.array(agreementSchema.extend({ from: z.number(), to: z.number() })),
    agreement_by_category: z.array(agreementSchema.extend({ category: z.string() })),
    /** The last twelve weeks, oldest first; a week starts on Monday in the company’s time zone. */
    decisions_by_week: z.array(
      z.object({ week: z.string(), approved: count, changes_requested: count, rejected: count }),
    ),
    as_of: z.string(),
  }),
});
export type OpenshelfStatsJson = z.infer<typeof statsResponse>['data'];
