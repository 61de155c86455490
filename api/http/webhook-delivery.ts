import { z } from 'zod';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { type WebhookStatus, webhookStatuses } from '#api/domain/enums.ts';

/** What became of a webhook (`deliveryColumns`), as logs show it. */
export const deliverySchema = z.object({
  status: z.enum(webhookStatuses),
  attempts: z.number().int(),
  /** When it is sent, or tried again; null once it is delivered or given up. */
  next_attempt_at: z.string().nullable(),
  last_status_code: z.number().int().nullable(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
});
export type DeliveryJson = z.infer<typeof deliverySchema>;

type DeliveryRow = {
  status: WebhookStatus;
  attempts: number;
  nextAttemptAt: number;
  lastStatusCode: number | null;
  lastError: string | null;
  createdAt: number;
  deliveredAt: number | null;
};

export const toDeliveryJson = (row: DeliveryRow): DeliveryJson => ({
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.status === 'queued' ? toIso(row.nextAttemptAt) : null,
  last_status_code: row.lastStatusCode,
  last_error: row.lastError,
  created_at: toIso(row.createdAt),
  delivered_at: toIsoOrNull(row.deliveredAt),
});
