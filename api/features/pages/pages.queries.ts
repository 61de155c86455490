import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { completeNavigation, type SiteNavigation } from '#api/domain/site-navigation.ts';
import type { Database } from '#db/client.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { drafts, revisions, siteParts, users } from '#db/schema/index.ts';

/** Who published a page last. */
const publisherId = sql`(SELECT ${revisions.userId} FROM ${revisions} WHERE ${revisions.kind} = 'page'
  AND ${revisions.subjectId} = ${siteParts.id} AND ${revisions.reason} = 'published' ORDER BY ${revisions.number} DESC LIMIT 1)`;

/** The pages with their drafts and who changed them last, but for those that are deleted. */
export function listPageRows({ orm }: Database, where?: SQL) {
  return orm
    .select({ page: siteParts, draft: drafts, ...userRefColumns })
    .from(siteParts)
    .leftJoin(drafts, and(eq(drafts.kind, 'page'), eq(drafts.subjectId, siteParts.id)))
    .leftJoin(users, eq(users.id, sql`iif(${drafts.version} IS NULL, ${publisherId}, ${drafts.userId})`))
    .where(and(eq(siteParts.kind, 'page'), ne(siteParts.state, 'deleted'), where))
    .orderBy(asc(siteParts.address), asc(siteParts.id));
}
export type PageRow = Awaited<ReturnType<typeof listPageRows>>[number];

/** The menus that visitors have. */
export async function loadNavigation({ orm }: Database): Promise<SiteNavigation> {
  const [row] = await orm.select({ fields: siteParts.fields }).from(siteParts).where(eq(siteParts.kind, 'navigation'));
  return completeNavigation(row?.fields ?? {});
}
