import type { Deps } from '#api/deps.ts';
import { createInvoiceLinks } from '#api/features/subscriptions/invoices/invoice-links.service.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import type { TimelineEntryJson, TimelineQuery } from '#api/features/users/users.contract.ts';
import { requireVisibleUser } from '#api/features/users/users.service.ts';
import { toAuditEntry, toEmailEntry, toInvoiceEntry } from './timeline.mapper.ts';
import * as queries from './timeline.queries.ts';
import type { TimelineKey, TimelineSource } from './timeline.queries.ts';

/**
 * What happened to a user, newest first: sign-ins, emails to the address, payments and what admins did. Pages by the key of
 * the last entry, so entries that are added meanwhile shift nothing. Links to invoices are for the viewer.
 * @throws not_found; validation_failed for a cursor of another making.
 */
export async function listTimeline(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  id: number,
  query: TimelineQuery & { viewerId: number },
) {
  const { db } = deps;
  const user = await requireVisibleUser({ db }, id);
  const before = query.before === undefined ? null : parseCursor(query.before);
  const keys = await queries.listTimelineKeys(db, user, { kind: query.kind, before, limit: query.limit + 1 });
  const page = keys.slice(0, query.limit);
  const pick = (source: TimelineSource) => page.filter((key) => key.source === source).map((key) => key.id);
  const [audits, emails, invoices] = await Promise.all([
    queries.listAuditRows(db, id, pick('audit')),
    queries.listEmailRows(db, pick('email')),
    queries.listInvoiceRows(db, pick('invoice')),
  ]);
  const entries = [
    ...audits.map(toAuditEntry),
    ...emails.map(toEmailEntry),
    ...invoices.map((row) => toInvoiceEntry(row, createInvoiceLinks(deps, row, query.viewerId).invoiceUrl)),
  ];
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const last = page.at(-1);
  return {
    entries: page
      .map((key) => byId.get(`${key.source}:${key.id}`))
      .filter((entry): entry is TimelineEntryJson => !!entry),
    next: last && keys.length > page.length ? `${last.at}.${last.source}.${last.id}` : null,
  };
}

function parseCursor(cursor: string): TimelineKey {
  const [, at, source, id] = /^(\d{1,15})\.([a-z]+)\.(\d{1,15})$/.exec(cursor) ?? [];
  const known = queries.timelineSources.find((name) => name === source);
  if (!known) throw invalidFieldError('before', '‘before’ must come from an earlier response.');
  return { at: Number(at), source: known, id: Number(id) };
}
