import { type SQL, sql } from 'drizzle-orm';
import { documents } from '#db/schema/index.ts';
import { type Caller, isAdmin } from '#api/middleware/access.ts';

/** Who reads: drafts are there for admins only. */
export type Reader = { isAdmin: boolean };

/** Reads what an admin has just written. */
export const ADMIN: Reader = { isAdmin: true };

export const readerOf = (caller: Caller): Reader => ({ isAdmin: isAdmin(caller) });

/** True for the documents that this person may read. */
export const isReadable = (reader: Reader): SQL =>
  reader.isAdmin ? sql`TRUE` : sql`${documents.status} = 'published'`;
