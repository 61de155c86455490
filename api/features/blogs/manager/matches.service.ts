import { and, eq, inArray, sql } from 'drizzle-orm';
import { toPlainText } from '#api/adapters/html/html-text.ts';
import type { Deps } from '#api/deps.ts';
import { toFtsQuery } from '#db/queries/full-text-search.ts';
import { blogs, drafts } from '#db/schema/index.ts';
import type { ManagedBlogJson } from '#api/features/blogs/blogs.contract.ts';

export type MatchJson = NonNullable<ManagedBlogJson['match']>;

/** Words around what was found. */
const SNIPPET_WORDS = 16;
/** Characters before and after what was found in a draft. */
const DRAFT_CONTEXT = 50;

/** Where a search found these posts, if not in their titles: whoever selects all that match sees why each of them does. */
export async function findMatches(
  { db }: Pick<Deps, 'db'>,
  ids: readonly number[],
  search: string,
): Promise<Map<number, MatchJson>> {
  const match = toFtsQuery(search);
  const found = new Map<number, MatchJson>();
  if (ids.length === 0) return found;
  const list = JSON.stringify(ids);
  const inTitle = new Set<number>();
  if (match !== null) {
    const rows = await db.orm.all<{ id: number; text: string; isInTitle: number }>(sql`
      SELECT rowid AS id, snippet(blogs_search, -1, '', '', ${'…'}, ${SNIPPET_WORDS}) AS text,
        rowid IN (SELECT rowid FROM blogs_search WHERE blogs_search MATCH ${`{title} : (${match})`}) AS isInTitle
      FROM blogs_search WHERE blogs_search MATCH ${match} AND rowid IN (SELECT value FROM json_each(${list}))`);
    for (const { id, text, isInTitle } of rows)
      if (isInTitle) inTitle.add(id);
      else found.set(id, { text, is_draft: false });
  }
  const rest = ids.filter((id) => !inTitle.has(id) && !found.has(id));
  for (const { id, content, fields } of await listDrafts({ db }, rest)) {
    const text = cutAround(toPlainText(content), search) ?? cutAround(Object.values(fields).join(' · '), search);
    found.set(id, { text: text ?? '', is_draft: true });
  }
  return found;
}

const listDrafts = ({ db }: Pick<Deps, 'db'>, ids: number[]) =>
  db.orm
    .select({ id: drafts.subjectId, content: drafts.content, fields: drafts.fields })
    .from(drafts)
    .innerJoin(blogs, eq(blogs.id, drafts.subjectId))
    .where(and(eq(drafts.kind, 'blog'), inArray(drafts.subjectId, ids)));

/** The words before and after a text within another; null where it is not in it. */
function cutAround(text: string, search: string): string | null {
  const at = text.toLowerCase().indexOf(search.trim().toLowerCase());
  if (at === -1) return null;
  const start = at <= DRAFT_CONTEXT ? 0 : text.indexOf(' ', at - DRAFT_CONTEXT) + 1;
  const wanted = at + search.length + DRAFT_CONTEXT;
  const end = wanted >= text.length ? text.length : Math.max(text.lastIndexOf(' ', wanted), at + search.length);
  return `${start > 0 ? '…' : ''}${text.slice(Math.min(start, at), end)}${end < text.length ? '…' : ''}`;
}
