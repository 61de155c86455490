import { asc, sql } from 'drizzle-orm';
import { type ImportKind, type ImportLossKind, importKinds, importLosses } from '#api/domain/imports.ts';
import type { Database } from '#db/client.ts';
import { readTogether } from '#db/write.ts';
import { importItems } from '#db/schema/index.ts';
import type { ImportJson } from './imports.contract.ts';
import type { ImportRow } from './imports.queries.ts';
import { isEditedCondition } from './undoing/edited.queries.ts';

type Report = Pick<
  ImportJson,
  'counts' | 'statuses' | 'losses' | 'origins' | 'authors' | 'failures' | 'current' | 'edited'
>;

// biome-ignore lint/suspicious/noExplicitAny: the query beside it says what its columns are
type ResultRow = Record<string, any>;

/** Of each kind of loss, so many places are named. */
const PLACES_MAX = 100;

/** What an import consists of, what is lost and what became of it. */
export async function readReport(db: Database, row: ImportRow, now: number): Promise<Report> {
  const { id } = row;
  const [counts, statuses, losses, origins, authors, failures, current, edited] = await readTogether(db, [
    sql`SELECT kind, state, count(*) AS count FROM import_items WHERE import_id = ${id} GROUP BY kind, state`,
    sql`SELECT kind, iif(status = 'published' AND published_at > ${now}, 'scheduled', status) AS status, count(*) AS count
      FROM (SELECT kind, data ->> 'status' AS status, data ->> 'publishedAt' AS published_at FROM import_items
        WHERE import_id = ${id} AND kind IN ('post', 'page') AND data <> '') GROUP BY 1, 2`,
    sql`SELECT loss.value ->> 'kind' AS loss, loss.value ->> 'detail' AS detail, loss.value ->> 'count' AS count,
        title, kind, subject_id FROM import_items, json_each(losses) AS loss WHERE import_id = ${id} ORDER BY import_items.id`,
    sql`SELECT coalesce(data ->> 'path', '') <> '' AS is_file, source_id, state FROM import_items
      WHERE import_id = ${id} AND kind = 'media'`,
    sql`SELECT author.title AS name, count(*) AS count
      FROM import_items AS post, json_each(iif(post.data = '', '{}', post.data), '$.authors') AS named
        LEFT JOIN import_items AS author
          ON author.import_id = ${id} AND author.kind = 'author' AND author.source_id = named.value
      WHERE post.import_id = ${id} AND post.kind = 'post' GROUP BY author.id ORDER BY 2 DESC, 1 LIMIT 50`,
    sql`SELECT title, kind, error FROM import_items WHERE import_id = ${id} AND state = 'failed' AND error IS NOT NULL
      ORDER BY id LIMIT 100`,
    db.orm
      .select({ title: importItems.title })
      .from(importItems)
      .where(sql`import_id = ${id} AND state = 'waiting' AND ${row.state === 'running' ? sql`true` : sql`false`}`)
      .orderBy(asc(importItems.phase), asc(importItems.id))
      .limit(1),
    sql`SELECT count(*) AS count FROM import_items WHERE import_id = ${id} AND ${isEditedCondition}`,
  ]);
  const rowsOf = (result: typeof counts | undefined) => (result?.rows ?? []) as unknown as ResultRow[];
  return {
    counts: toCounts(rowsOf(counts)),
    statuses: rowsOf(statuses).map((each) => ({ kind: each.kind, status: each.status, count: Number(each.count) })),
    losses: toLosses(row, rowsOf(losses)),
    origins: toOrigins(rowsOf(origins)),
    authors: rowsOf(authors).map(({ name, count }) => ({ name: String(name ?? ''), posts: Number(count) })),
    failures: rowsOf(failures).map(({ title, kind, error }) => ({ title: String(title), kind, error: String(error) })),
    current: rowsOf(current)[0]?.title ?? null,
    edited: Number(rowsOf(edited)[0]?.count ?? 0),
  };
}

function toCounts(rows: readonly ResultRow[]): Report['counts'] {
  const counts = Object.fromEntries(importKinds.map((kind) => [kind, {}])) as Report['counts'];
  for (const { kind, state, count } of rows) counts[kind as ImportKind][state as never] = Number(count) as never;
  return counts;
}

function toLosses({ losses }: ImportRow, rows: readonly ResultRow[]): Report['losses'] {
  const found = new Map<ImportLossKind, Report['losses'][number]>();
  const add = (kind: ImportLossKind, count: number, place: Report['losses'][number]['places'][number]) => {
    const known = found.get(kind) ?? { kind, count: 0, places: [] };
    known.count += count;
    const isSaid = place.title !== '' || place.detail !== '';
    if (isSaid && known.places.length < PLACES_MAX) known.places.push(place);
    found.set(kind, known);
  };
  for (const { kind, detail, count } of losses) add(kind, count, { title: '', detail, kind: null, subject_id: null });
  const images = rows.flatMap(({ loss, detail }) => (loss === 'image_missing' ? [detail] : []));
  for (const { loss, detail, count, title, kind, subject_id } of rows)
    if (loss in importLosses)
      add(loss, Number(count), {
        title: String(title),
        detail: String(detail ?? ''),
        kind,
        subject_id: subject_id === null ? null : Number(subject_id),
      });
  const missing = found.get('image_missing');
  // One image may stand in many texts.
  if (missing) missing.count = new Set(images).size;
  return [...found.values()].sort((a, b) => b.count - a.count);
}

function toOrigins(rows: readonly ResultRow[]): Report['origins'] {
  const byHost = Map.groupBy(rows, ({ is_file, source_id }) =>
    is_file === 1 ? '' : (URL.parse(String(source_id))?.host ?? ''),
  );
  return [...byHost].map(([host, items]) => ({
    host,
    count: items.length,
    failed: items.filter(({ state }) => state === 'failed').length,
  }));
}
