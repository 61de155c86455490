import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '#db/client.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { Permission } from '#api/domain/permissions.ts';
import type { Statement } from '#db/write.ts';

/** What somebody wrote: the content, and everything else by name. */
export type DraftContent<Fields> = { fields: Fields; content: string };

/** The same with the number of words of its text, as revisions keep it. */
export type Counted<Fields> = DraftContent<Fields> & { words: number };

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
  onSaveStatements(db: Database, id: number, written: DraftContent<Fields>): Statement[];
};

/** What each kind does in its own way. `actor` is the id of the admin who asks. */
export type DraftHandlers<F extends Record<string, unknown>> = {
  kind: DraftSubjectAdapter<F>;
  permission: Permission;
  tag: string;
  /** Answers `{ id, draft }`. */
  create(
    input: { fields: F; content: string; session: string },
    actor: number,
  ): Promise<{ id: number; draft: unknown }>;
  /** The thing as readers have it, under the name of its kind. */
  getLive(id: number): Promise<Record<string, unknown>>;
  publish(id: number, version: number, actor: number): Promise<Record<string, unknown>>;
};
