import type { SQL } from 'drizzle-orm';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { type AuditEntry, insertAuditStatement } from '#api/features/audit/audit.service.ts';

/**
 * Writes an order (`reorder`) with its audit row. `what` is the plural in the sentence of a failure.
 * @throws conflict when there are others by now than the order names.
 */
export async function saveOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: SQL,
  entry: Omit<AuditEntry, 'at'>,
  pluralNoun: string,
): Promise<void> {
  const message = `Someone else changed ${pluralNoun}. Reload the page and try again.`;
  await write(db, [order, rollbackIfNoRows, insertAuditStatement(db, { ...entry, at: clock.now() })]).catch(
    onGuardRollback(() => conflictError(message)),
  );
}
