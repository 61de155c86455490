import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam, wholeNumber } from '#api/http/pagination.ts';
import { parseInput } from '#api/http/validation.ts';
import { adminOnly } from '../../middleware/access.ts';
import type { DraftKind } from '#api/features/drafts/subjects/subjects.service.ts';
import {
  draft,
  draftInput,
  newDraftInput,
  restoreInput,
  revision,
  revisionsAnswer,
  savedDraft,
  versionInput,
} from './drafts.contract.ts';
import { discardDraft, findDraft, saveDraft } from './drafts.service.ts';
import { getRevision, listRevisions, restoreRevision } from '#api/features/drafts/revisions/revisions.service.ts';

type Fields = Record<string, unknown>;

/** What each kind does in its own way. `actor` is the id of the admin who asks. */
export type DraftActs<F extends Fields> = {
  kind: DraftKind<F>;
  tag: string;
  /** Answers `{ id, draft }`. */
  begin(input: { fields: F; content: string; session: string }, actor: number): Promise<{ id: number; draft: unknown }>;
  /** The thing as readers have it, under the name of its kind. */
  read(id: number): Promise<Record<string, unknown>>;
  publish(id: number, version: number, actor: number): Promise<Record<string, unknown>>;
};

const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden', 'not_found', 'conflict'];
const revisionParam = idParam.extend({ number: wholeNumber('The number', { min: 1, max: 1_000_000_000 }) });

/** Writing on something without readers seeing it: drafts and revisions of posts, and of documents. */
export function draftRoutes<F extends Fields>(deps: Deps, { kind, tag, ...acts }: DraftActs<F>) {
  const admin = adminOnly(deps);
  const draftJson = draft(kind.fields);
  const begun = z.object({ id: z.number().int(), draft: draftJson });
  return new Hono()
    .post(
      '/drafts',
      admin,
      describe({ summary: 'Begins something new with its first draft', tag, ok: begun, status: 201, fails }),
      parse('json', newDraftInput(kind.fields)),
      async (context) => {
        const input = parseInput(newDraftInput(kind.fields), context.req.valid('json'));
        return context.json(await acts.begin(input as never, context.var.caller.user.id), 201);
      },
    )
    .get(
      '/:id/draft',
      admin,
      describe({ summary: 'What readers have, and what is being written on it', tag, fails }),
      parse('param', idParam),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json({ ...(await acts.read(id)), draft: await findDraft(deps.db, kind, id) });
      },
    )
    .put(
      '/:id/draft',
      admin,
      describe({ summary: 'Saves what is being written; readers see nothing of it', tag, ok: savedDraft, fails }),
      parse('param', idParam),
      parse('json', draftInput(kind.fields)),
      async (context) => {
        const input = parseInput(draftInput(kind.fields), context.req.valid('json'));
        const { id } = context.req.valid('param');
        return context.json(await saveDraft(deps, kind, id, input as never, context.var.caller.user.id));
      },
    )
    .delete(
      '/:id/draft',
      admin,
      describe({ summary: 'Discards a draft; its text stays among the revisions', tag, status: 204, fails }),
      parse('param', idParam),
      parse('json', versionInput),
      async (context) => {
        await discardDraft(deps, kind, context.req.valid('param').id, context.req.valid('json').version);
        return context.body(null, 204);
      },
    )
    .post(
      '/:id/publish',
      admin,
      describe({ summary: 'Makes the draft what readers have, with the status that it asks for', tag, fails }),
      parse('param', idParam),
      parse('json', versionInput),
      async (context) => {
        const { id } = context.req.valid('param');
        const { version } = context.req.valid('json');
        return context.json(await acts.publish(id, version, context.var.caller.user.id));
      },
    )
    .get(
      '/:id/revisions',
      admin,
      describe({ summary: 'Who wrote what and when, newest first', tag, ok: revisionsAnswer, fails }),
      parse('param', idParam),
      async (context) => context.json(await listRevisions(deps.db, kind, context.req.valid('param').id)),
    )
    .get(
      '/:id/revisions/:number',
      admin,
      describe({ summary: 'One revision whole', tag, ok: revision(kind.fields), fails }),
      parse('param', revisionParam),
      async (context) => {
        const { id, number } = context.req.valid('param');
        return context.json(await getRevision(deps.db, kind, id, number));
      },
    )
    .post(
      '/:id/revisions/:number/restore',
      admin,
      describe({ summary: 'Makes an earlier revision the draft', tag, ok: draftJson, fails }),
      parse('param', revisionParam),
      parse('json', restoreInput),
      async (context) => {
        const { id, number } = context.req.valid('param');
        const wanted = { number, ...context.req.valid('json') };
        return context.json(await restoreRevision(deps, kind, id, wanted, context.var.caller.user.id));
      },
    );
}
