import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import type { Deps } from '#api/deps.ts';
import type { Database } from '#db/client.ts';
import type { DraftSubject, TextSubject } from '#api/domain/enums.ts';
import type { Caller } from '#api/endpoints/access.ts';
import type { Permission } from '#api/domain/permissions.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import type { Statement } from '#db/write.ts';
import type {
  CreatedDraftJson,
  CreateDraftRequest,
  FieldsSchema,
  PublishDraftRequest,
} from '#api/features/drafts/drafts.contract.ts';

/** A draft's content and its other fields. */
export type DraftContent<Fields> = { fields: Fields; content: string };

/** With the word count of the content, as revisions store it. */
export type Counted<Fields> = DraftContent<Fields> & { wordCount: number };

/** The published post or document. `updatedAt` in UTC ms. */
export type LiveContent<Fields> = DraftContent<Fields> & { revision: number; updatedAt: number };

/** Adapter of a kind of subject (post or document) for the draft services. */
export type DraftSubjectAdapter<Fields extends Record<string, unknown>> = {
  subject: DraftSubject;
  /** The schema of its fields. */
  fields: FieldsSchema<Fields>;
  /** Its noun in messages. */
  noun: string;
  /** Message of the 404 error. */
  notFoundMessage: string;
  loadLive(db: Database, id: number): Promise<LiveContent<Fields> | null>;
  /** Condition: the subject exists and, when given, its published revision is this one. */
  existsCondition(id: number, revision?: number): SQL;
  /** Fields as they are stored, such as with sanitised HTML. */
  prepareFields?(html: HtmlProcessor, fields: Fields): Promise<Fields>;
  /** Further statements in the batch of a save. */
  onSaveStatements(db: Database, id: number, draftContent: DraftContent<Fields>): Statement[];
  /** What follows the end of a draft that was not published, elsewhere than in the database. It never rejects. */
  onDiscarded?(deps: Pick<Deps, 'db' | 'payments' | 'log'>, fields: Fields): Promise<void>;
};

/** Handlers that differ between the subjects of drafts. `actor` is the id of the calling user. */
export type DraftHandlers<F extends Record<string, unknown>, Live extends Record<string, unknown>> = {
  kind: DraftSubjectAdapter<F>;
  permission: Permission;
  /** `permission` where publishing needs no other one. */
  publishPermission?: Permission;
  /** For who may write their own only. @throws not_found */
  requireOwn?(caller: Caller, id: number): Promise<void>;
  tag: string;
  /** Schema of what `getLive` returns: the published post or document, under the name of its kind. */
  liveShape: { [Name in keyof Live]: z.ZodType<Live[Name]> };
  getLive(id: number): Promise<Live>;
  publish(
    id: number,
    input: PublishDraftRequest<F>,
    actor: number,
  ): Promise<Live & { publish_id: number | null; undo?: UndoJson | null }>;
};

/** Handlers of what is written in the editor of texts. */
export type TextDraftHandlers<F extends Record<string, unknown>, Live extends Record<string, unknown>> = DraftHandlers<
  F,
  Live
> & {
  kind: { subject: TextSubject };
  create(input: CreateDraftRequest<F>, actor: number): Promise<CreatedDraftJson<F>>;
};
