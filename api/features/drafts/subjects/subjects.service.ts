import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '#db/client.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { Statement } from '#db/write.ts';

/** What somebody wrote: the content, and everything else by name. */
export type Written<Fields> = { fields: Fields; content: string };

/** The same with the number of words of its text, as revisions keep it. */
export type Counted<Fields> = Written<Fields> & { words: number };

/** A post or document as readers have it. `updatedAt` in UTC ms. */
export type Live<Fields> = Written<Fields> & { revision: number; updatedAt: number };

/** What drafts need to know of the kind of thing that is written. */
export type DraftKind<Fields extends Record<string, unknown>> = {
  subject: DraftSubject;
  /** The contract of its fields. */
  fields: z.ZodType<Fields>;
  /** What it is called in a sentence. */
  noun: string;
  /** What people are told when it is not there. */
  missing: string;
  readLive(db: Database, id: number): Promise<Live<Fields> | null>;
  /** A condition: it is there, and, when given, readers have this revision of it. */
  isThere(id: number, revision?: number): SQL;
  /** What else a save changes, in the same batch. */
  besideSave(db: Database, id: number, written: Written<Fields>): Statement[];
};
