import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { formatAddress, getTargetPath, parseRedirectTo } from '#api/domain/redirects.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { isReachable } from '#api/features/redirects/redirects.mapper.ts';
import { insertRowsStatement, selectRowsJson } from '#db/queries/json-rows.ts';
import type { Database } from '#db/client.ts';
import { redirects } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import { enqueueRedirectPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { isFromOneOf, rollbackIfLoop } from '#api/features/redirects/redirects.queries.ts';

/** What a publish of pages does to addresses: pages that moved, and addresses that have a page now. */
export type AddressChanges = { moved: readonly { from: string; to: string }[]; taken: readonly string[] };

/** The rows before such a change, and the addresses that may have a row since. */
export type RedirectsSnapshot = { rows: { id: number }[]; from: string[] };

type Actor = { actorId: number | null; now: number; reason: string };

const isTouched = ({ moved, taken }: AddressChanges): SQL =>
  or(
    isFromOneOf([...moved.map(({ from }) => from), ...taken]),
    inArray(
      redirects.to,
      moved.map(({ from }) => from),
    ),
  ) as SQL;

/** What an undo needs to put back. */
export async function readRedirectsSnapshot({ orm }: Database, changes: AddressChanges): Promise<RedirectsSnapshot> {
  const { rows } = await orm.get<{ rows: string }>(
    sql`SELECT ${selectRowsJson(redirects, isTouched(changes))} AS rows`,
  );
  return {
    rows: JSON.parse(rows) as RedirectsSnapshot['rows'],
    from: [...changes.moved.map(({ from }) => from), ...changes.taken],
  };
}

/**
 * Redirects that follow pages: from each old address to the new one, none from an address that has a page. Redirects to an old address
 * are pointed at the new one, so that no chain grows with each rename. The job that publishes them stands last.
 */
export function followPagesStatements(
  db: Database,
  { moved, taken }: AddressChanges,
  { actorId, now, reason }: Actor,
): Statement[] {
  const { orm } = db;
  const from = [...moved.map((move) => move.from), ...taken];
  return [
    orm.delete(redirects).where(isFromOneOf(from)),
    ...moved.flatMap(({ from: old, to }): Statement[] => [
      sql`UPDATE ${redirects} SET to_address = ${to}, updated_at = ${now} WHERE to_address = ${old}`,
      orm.insert(redirects).values({ from: old, to, status: 301, createdBy: actorId, createdAt: now, updatedAt: now }),
    ]),
    rollbackIfLoop(isFromOneOf(from)),
    enqueueRedirectPublishStatement(db, { reason, userId: actorId, now }),
  ];
}

/** Where visitors of a page that ends are sent. @throws validation_failed at `redirect_to` for an address where there is no page. */
export function requireNewTarget({ site }: Pick<Deps, 'site'>, from: string, text: string): string {
  const { address: to, issue } = parseRedirectTo(text, site.url);
  if (to === undefined) throw invalidFieldError('redirect_to', issue);
  const path = getTargetPath(to);
  if (path === from || (path !== null && site.findRedirect(path) === from))
    throw invalidFieldError('redirect_to', 'Choose another page: this one is being deleted.');
  if (isReachable(site, to)) return to;
  const message = `There is no page at ${formatAddress(path ?? to)}. Publish it first, or choose another.`;
  throw invalidFieldError('redirect_to', message);
}

/** Puts back what `followPagesStatements` or a deletion changed. */
export function restoreRedirectsStatements(
  db: Database,
  { rows, from }: RedirectsSnapshot,
  { actorId, now, reason }: Actor,
): Statement[] {
  return [
    db.orm.delete(redirects).where(
      or(
        isFromOneOf(from),
        inArray(
          redirects.id,
          rows.map(({ id }) => id),
        ),
      ),
    ),
    insertRowsStatement(redirects, rows),
    enqueueRedirectPublishStatement(db, { reason, userId: actorId, now }),
  ];
}
