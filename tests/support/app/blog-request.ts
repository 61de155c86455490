import type { z } from 'zod';
import type { blogRequest } from '#api/features/blogs/blogs.contract.ts';
import type { TestDatabase } from './test-app.ts';

/** A post as a client sends it; the contract fills in the rest. */
export type BlogInput = z.input<typeof blogRequest>;

/** A valid request for a published post; `changes` replaces fields. */
export function createBlogRequest(changes: Partial<BlogInput> = {}): BlogInput {
  return { title: 'Tea before sunrise', content: '<p>The kettle knows.</p>', status: 'published', ...changes };
}

/** The single number that a query selects: `selectCount(data, 'SELECT count(*) FROM blogs')`. */
export async function selectCount(data: Pick<TestDatabase, 'db'>, sql: string): Promise<number> {
  const { rows } = await data.db.client.execute(sql);
  return Number(rows[0]?.[0]);
}
