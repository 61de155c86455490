import { type Order, selectOrder, setPositionsStatement } from '#db/queries/positions.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { type AuditEntry, insertAuditStatement, toJsonObject } from '#api/features/audit/audit.service.ts';

/**
 * Writes an order with its audit row. `pluralNoun` is what the sentence of a failure names.
 * @throws conflict when there are others by now than the order names.
 */
export async function saveOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: Order,
  entry: Pick<AuditEntry, 'action' | 'actorId' | 'subject'>,
  pluralNoun: string,
  /** What follows from it, in the same batch. */
  effects: readonly Statement[] = [],
): Promise<void> {
  const message = `Someone else changed ${pluralNoun}. Reload the page and try again.`;
  const values = { before: toJsonObject({ ids: selectOrder(order) }), after: { ids: order.ids } };
  await write(db, [
    insertAuditStatement(db, { ...entry, ...values, at: clock.now() }),
    setPositionsStatement(order),
    rollbackIfNoRows,
    ...effects,
  ]).catch(onGuardRollback(() => conflictError(message)));
}
