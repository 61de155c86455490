import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { REDIRECT_CHAIN_MAX, type RedirectTarget } from '#api/domain/redirects.ts';
import type { redirectList } from '#api/domain/redirect-list.ts';
import type { Database } from '#db/client.ts';
import { type ListSource, listAllIds, listPageIds } from '#db/queries/list-source.ts';
import { selectRowsJson } from '#db/queries/json-rows.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { redirects, users } from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import type { ExportRedirectsQuery, ListRedirectsQuery } from './redirects.contract.ts';

type Filter = Pick<ListRedirectsQuery, 'search' | 'kind'>;

const source: ListSource<keyof typeof redirectList.sort> = {
  table: redirects,
  id: redirects.id,
  sort: {
    created_at: { by: redirects.createdAt, index: 'redirects_created' },
    from: { by: redirects.from, index: 'redirects_from' },
    to: { by: redirects.to, index: 'redirects_to' },
  },
};

/** The search is also tried as browsers send it: 'bløgg' is stored as 'bl%C3%B8gg'. */
export function matchesFilter({ search, kind }: Filter): SQL | undefined {
  const isLike = (text: string) => {
    const pattern = toLikePattern(text);
    return sql`(${redirects.from} LIKE ${pattern} ESCAPE '\\' OR ${redirects.to} LIKE ${pattern} ESCAPE '\\')`;
  };
  return and(
    kind && eq(redirects.status, kind === 'permanent' ? 301 : 302),
    search ? or(isLike(search), isLike(encodeURI(search))) : undefined,
  );
}

/** The ids of one page, newest first by default, and how many match in all. */
export const listRedirectIds = (db: Database, query: ListRedirectsQuery) =>
  listPageIds(db, source, { where: matchesFilter(query) }, query);

/** The ids of all that match. */
export const listAllRedirectIds = (db: Database, query: ExportRedirectsQuery) =>
  listAllIds(db, source, { where: matchesFilter(query) }, query);

/** Redirects with who made them, in the order of their ids in the list. */
export async function loadRedirects({ orm }: Database, ids: readonly number[]) {
  const rows = await orm
    .select({ redirect: redirects, user: userRefColumns })
    .from(redirects)
    .leftJoin(users, eq(users.id, redirects.createdBy))
    .where(inArray(redirects.id, [...ids]));
  const rowsById = new Map(rows.map((row) => [row.redirect.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}
export type LoadedRedirect = Awaited<ReturnType<typeof loadRedirects>>[number];

/** All of them, by their address. */
export async function listAllRedirects({ orm }: Database): Promise<Map<string, RedirectTarget>> {
  const { from, to, status } = redirects;
  const rows = await orm.select({ from, to, status }).from(redirects);
  return new Map(rows.map((row) => [row.from, { to: row.to, status: row.status }]));
}

/** The address without query and fragment, as `getTargetPath` cuts it. */
const cutTo = (sign: string) =>
  sql`iif(instr(${redirects.to}, ${sign}) = 0, length(${redirects.to}), instr(${redirects.to}, ${sign}) - 1)`;
const targetPath = sql`substr(${redirects.to}, 1, min(${cutTo('?')}, ${cutTo('#')}))`;

/** Follows the redirects that begin with those of `start`: each with its depth, from 1. */
const withChain = (start: SQL) => sql`WITH RECURSIVE chain(id, target, depth) AS (
    SELECT ${redirects.id}, ${targetPath}, 1 FROM ${redirects} WHERE ${start}
    UNION ALL SELECT ${redirects.id}, ${targetPath}, chain.depth + 1
      FROM chain JOIN ${redirects} ON ${redirects.from} = chain.target WHERE chain.depth <= ${REDIRECT_CHAIN_MAX})`;

/** The redirects that follow one that leads to `path`, by their address. */
export async function findChain({ orm }: Database, path: string): Promise<Map<string, RedirectTarget>> {
  const rows = await orm.all<{ from: string; to: string; status: 301 | 302 }>(
    sql`${withChain(eq(redirects.from, path))} SELECT ${redirects.from} AS "from", ${redirects.to} AS "to", ${redirects.status} AS status
      FROM ${redirects} WHERE ${redirects.id} IN (SELECT id FROM chain)`,
  );
  return new Map(rows.map(({ from, ...target }) => [from, target]));
}

/** Rolls the batch back when one of these redirects leads round in a circle, or through too many others. */
export const rollbackIfLoop = (start: SQL) => sql`SELECT iif(EXISTS (
  ${withChain(start)} SELECT 1 FROM chain WHERE depth > ${REDIRECT_CHAIN_MAX}), json('loop'), 1)`;

/** Rolls the batch back unless the statement before changed so many rows. */
export const rollbackUnlessRows = (count: number) => sql`SELECT iif(changes() = ${count}, 1, json('other rows'))`;

/** Those of some addresses. */
export const isFromOneOf = (from: readonly string[]) =>
  sql`${redirects.from} IN (SELECT value FROM json_each(${JSON.stringify(from)}))`;

/**
 * What an undo needs: the rows before the change, read in its batch, and the ids of those that it left. Stands before the
 * change where `before` matches something, and behind it otherwise.
 */
export const buildSnapshot = ({ before, after }: { before?: SQL; after?: SQL }, at: number) => sql<
  Record<string, unknown>
>`
  json_object('before', ${before ? selectRowsJson(redirects, before) : sql`json('[]')`},
    'after', ${after ? sql`(SELECT json_group_array(${redirects.id}) FROM ${redirects} WHERE ${after})` : sql`json('[]')`},
    'at', ${at})`;
