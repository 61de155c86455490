import { type WebhookStatus, webhookStatuses } from '#api/domain/publication-states.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';

export const PAGE_SIZE = 20;

/** What the log shows, all of it in the address. */
export type WebhooksState = {
  status: WebhookStatus | null;
  /** The publication whose webhooks are shown; null for all. */
  publication: number | null;
  /** From 1. */
  page: number;
};

const parseNumber = (text: string | null): number | null => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseWebhooksState(query: string): WebhooksState {
  const params = new URLSearchParams(query);
  return {
    status: webhookStatuses.find((status) => status === params.get('status')) ?? null,
    publication: parseNumber(params.get('publication')),
    page: parseNumber(params.get('page')) ?? 1,
  };
}

/** The address of a state; defaults are left out. */
export function toWebhooksUrl({ status, publication, page }: WebhooksState): string {
  const query = new URLSearchParams();
  if (status) query.set('status', status);
  if (publication) query.set('publication', String(publication));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${openshelfPaths.openshelfWebhooks}?${query}` : openshelfPaths.openshelfWebhooks;
}
