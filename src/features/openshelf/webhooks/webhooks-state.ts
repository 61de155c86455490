import { type WebhookStatus, webhookStatuses } from '#api/domain/enums.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';

export const PAGE_SIZE = 20;

/** What the log shows, all of it in the address. */
export type WebhooksState = {
  status: WebhookStatus | null;
  /** The publication whose webhooks are shown; null for all. */
  publication: number | null;
  /** From 1. */
  page: number;
};

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseWebhooksState(query: string): WebhooksState {
  const { readOption, readNumber, readPage } = readListQuery(query);
  return {
    status: readOption('status', webhookStatuses),
    publication: readNumber('publication'),
    page: readPage(),
  };
}

/** The address of a state; defaults are left out. */
export const toWebhooksUrl = ({ status, publication, page }: WebhooksState): string =>
  toListAddress(openshelfPaths.openshelfWebhooks, { status, publication, page: page > 1 && page });
