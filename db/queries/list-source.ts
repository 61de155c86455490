import { and, count, getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { SortOrder } from '#api/domain/list-definition.ts';
import type { Database } from '#db/client.ts';

/** What the database has for a list: its table, and for each order the index that holds it and the columns of the filters. */
export type ListSource<Columns extends string> = {
  table: SQLiteTable;
  id: SQLiteColumn;
  /** The first is the order of the list at first. */
  sort: Record<Columns, { by: SQL | SQLiteColumn; index: string }>;
};

type Order<Columns extends string> = { sortBy?: Columns | undefined; sortOrder?: SortOrder | undefined };
/** `hits` selects the ids that a search finds; without it there is no search. */
type Matches = { where: SQL | undefined; hits?: SQL | undefined };

const isMatch = (id: SQLiteColumn, { where, hits }: Matches) => and(where, hits && sql`${id} IN (${hits})`);

/**
 * Selects, as `id`, all that match, in order. The index is named: SQLite would take that of a filter and sort what it
 * finds, and the table would be read for each row.
 */
export function selectListIds<Columns extends string>(
  { table, id, sort }: ListSource<Columns>,
  matches: Matches,
  { sortBy, sortOrder = 'DESC' }: Order<Columns>,
): SQL {
  const columns = Object.keys(sort) as Columns[];
  const { by, index } = sort[sortBy ?? (columns[0] as Columns)];
  const direction = sql.raw(sortOrder);
  const condition = isMatch(id, matches);
  return sql`SELECT ${id} AS id FROM ${sql.identifier(getTableName(table))} INDEXED BY ${sql.identifier(index)}
    ${condition ? sql`WHERE ${condition}` : sql``} ORDER BY ${by} ${direction}, ${id} ${direction}`;
}

/** The ids of one page, and how many match in all. */
export async function listPageIds<Columns extends string>(
  db: Database,
  source: ListSource<Columns>,
  matches: Matches,
  query: Order<Columns> & { page: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const offset = (query.page - 1) * query.limit;
  const [rows, total] = await Promise.all([
    db.orm.all<{ id: number }>(sql`${selectListIds(source, matches, query)} LIMIT ${query.limit} OFFSET ${offset}`),
    countMatches(db, source, matches),
  ]);
  return { ids: rows.map(({ id }) => id), total };
}

/** How many match; here SQLite chooses the index. */
export async function countMatches({ orm }: Database, { table, id }: ListSource<string>, matches: Matches) {
  const [row] = await orm.select({ count: count() }).from(table).where(isMatch(id, matches));
  return row?.count ?? 0;
}

/** The ids of all that match, in order, or of those of a selection that do. */
export async function listAllIds<Columns extends string>(
  { orm }: Database,
  source: ListSource<Columns>,
  { where, hits }: Matches,
  query: Order<Columns> & { ids?: number[] | undefined },
): Promise<number[]> {
  const isSelected = query.ids && inArray(source.id, query.ids);
  // As one JSON text: 100,000 rows of one number take the driver four times as long.
  const { ids } = await orm.get<{ ids: string }>(
    sql`SELECT json_group_array(id) AS ids FROM (${selectListIds(source, { where: and(where, isSelected), hits }, query)})`,
  );
  return JSON.parse(ids) as number[];
}
