import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitingListEntries as entries } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { toCsv } from '#api/http/csv.ts';
import type { EntryFilters } from '#api/features/waiting-list/waiting-list.contract.ts';
import { toEntryJson } from '#api/features/waiting-list/waiting-list.mapper.ts';
import { listOrder, loadEntries, matchesFilter } from './manager.queries.ts';

/** Entries of one read: a few milliseconds, so that other requests run in between. */
const PART_SIZE = 500;

const columns = ['id', 'email', 'first_name', 'last_name', 'product_name', 'status', 'intent'] as const;
const times = ['created_at', 'confirmed_at', 'invited_at', 'signed_up_at', 'paid_at'] as const;
const headerRow = [...columns, ...times, 'user_id', 'invitation_status', 'invitation_error'];

/** All entries that match, as CSV, read as fast as the client takes it. Only the ids are read at once. */
export function exportEntriesCsv({ db }: Pick<Deps, 'db'>, query: EntryFilters): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* readParts() {
    yield toCsv([headerRow]);
    const ids = await db.orm
      .select({ id: entries.id })
      .from(entries)
      .where(matchesFilter(query))
      .orderBy(...listOrder(query));
    for (let start = 0; start < ids.length; start += PART_SIZE) {
      const part = ids.slice(start, start + PART_SIZE).map(({ id }) => id);
      const rows = (await loadEntries(db, part)).map(toEntryJson);
      yield toCsv(
        rows.map((row) => [
          ...[...columns, ...times, 'user_id' as const].map((name) => row[name]),
          row.invitation?.status ?? null,
          row.invitation?.error ?? null,
        ]),
      );
      await nextTurn();
    }
  }
  const parts = readParts();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
