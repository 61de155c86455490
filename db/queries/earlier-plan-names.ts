import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { revisions, siteParts } from '#db/schema/index.ts';

/**
 * What plans were called earlier, by their keys, the newest name first: links hold these names. Every published version of a plan is a
 * revision, and none is ever deleted.
 */
export async function listEarlierPlanNames({ orm }: Database): Promise<Map<string, string[]>> {
  const name = sql`${revisions.fields} ->> 'name'`;
  const rows = await orm.all<{ key: string; name: string }>(sql`
    SELECT ${siteParts.fields} ->> 'key' AS key, ${name} AS name
    FROM ${revisions} JOIN ${siteParts} ON ${siteParts.id} = ${revisions.subjectId} AND ${siteParts.kind} = 'plan'
    WHERE ${revisions.kind} = 'plan' AND ${revisions.reason} IN ('published', 'replaced')
      AND ${name} <> ${siteParts.fields} ->> 'name'
    GROUP BY ${siteParts.id}, ${name} ORDER BY max(${revisions.id}) DESC`);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byKey].map(([key, named]) => [key, named.map((row) => row.name)]));
}
