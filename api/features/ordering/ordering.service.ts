import type { SQL } from 'drizzle-orm';
import { ifUndone, orUndo, write } from '#db/write.ts';
import type { Deps } from '../../deps.ts';
import { conflict } from '../../http/errors.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.service.ts';

/**
 * Writes an order (`reorder`) with its audit row. `what` is the plural in the sentence of a failure.
 * @throws conflict when there are others by now than the order names.
 */
export async function saveOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: SQL,
  entry: Omit<AuditEntry, 'at'>,
  what: string,
): Promise<void> {
  const message = `Somebody else changed ${what} in the meantime. Load the page again to see them.`;
  await write(db, [order, orUndo, recordAudit(db, { ...entry, at: clock.now() })]).catch(
    ifUndone(() => conflict(message)),
  );
}
