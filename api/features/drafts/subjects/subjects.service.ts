import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '#db/client.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { Statement } from '#db/write.ts';

/** What somebody wrote: the content, and everything else by name. */
export type DraftContent<Fields> = { fields: Fields; content: string };

/** The same with the number of words of its text, as revisions keep it. */
export type Counted<Fields> = DraftContent<Fields> & { wordCount: number };

/** A post or document as readers have it. `updatedAt` in UTC ms. */
export type LiveContent<Fields> = DraftContent<Fields> & { revision: number; updatedAt: number };

/** What drafts need to know of the kind of thing that is written. */
export type DraftSubjectAdapter<Fields extends Record<string, unknown>> = {
  subject: DraftSubject;
  /** The contract of its fields. */
  fields: z.ZodType<Fields>;
  /** What it is called in a sentence. */
  noun: string;
  /** What people are told when it is not there. */
  notFoundMessage: string;
  loadLive(db: Database, id: number): Promise<LiveContent<Fields> | null>;
  /** A condition: it is there, and, when given, readers have this revision of it. */
  existsCondition(id: number, revision?: number): SQL;
  /** What else a save changes, in the same batch. */
  onSaveStatements(db: Database, id: number, draftContent: DraftContent<Fields>): Statement[];
};
