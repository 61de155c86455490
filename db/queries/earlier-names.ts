import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { revisions, siteParts } from '#db/schema/index.ts';

/**
 * What plans or products were called earlier, by their keys, the newest name first. Every published version of one is a revision, and none is
 * ever deleted.
 */
export async function listEarlierNames({ orm }: Database, kind: 'plan' | 'product'): Promise<Map<string, string[]>> {
  const name = sql`${revisions.fields} ->> 'name'`;
  const rows = await orm.all<{ key: string; name: string }>(sql`
    SELECT ${siteParts.fields} ->> 'key' AS key, ${name} AS name
    FROM ${revisions} JOIN ${siteParts} ON ${siteParts.id} = ${revisions.subjectId} AND ${siteParts.kind} = ${kind}
    WHERE ${revisions.kind} = ${kind} AND ${revisions.reason} IN ('published', 'replaced')
      AND ${name} <> ${siteParts.fields} ->> 'name'
    GROUP BY ${siteParts.id}, ${name} ORDER BY max(${revisions.id}) DESC`);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byKey].map(([key, named]) => [key, named.map((row) => row.name)]));
}
