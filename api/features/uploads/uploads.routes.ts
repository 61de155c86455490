import { Hono } from 'hono';
import { createMediaReader } from '#api/adapters/media/media-processor.ts';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly } from '../../middleware/access.ts';
import { receiveUpload, type Turns } from '#api/features/uploads/ingestion/ingestion.service.ts';
import { bodyOf, discardRest } from '#api/http/request-body.ts';
import { altInput, upload, uploadsAnswer, uploadsQuery, usesAnswer } from './uploads.contract.ts';
import { deleteUpload, describeUpload, getUpload, listUploads, listUses } from './uploads.service.ts';

export const UPLOADS_PATH = '/api/uploads';

const tag = 'Uploads (admin)';
const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden'];
const failsFor: ErrorCode[] = [...fails, 'not_found'];
const refusals: ErrorCode[] = [...fails, 'payload_too_large', 'unsupported_media_type', 'insufficient_storage'];

export function uploadRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  const inTurn = createTurns();
  const work = { inTurn, media: createMediaReader({ limits: deps.uploads.limits }) };
  return new Hono()
    .get(
      '/',
      admin,
      describe({ summary: 'Pictures and videos, newest first', tag, ok: uploadsAnswer, fails }),
      parse('query', uploadsQuery),
      async (context) => context.json(await listUploads(deps, context.req.valid('query'))),
    )
    .post(
      '/',
      admin,
      describe({
        summary: "Takes a picture (10 MB) or video (100 MB): multipart/form-data with one part, 'file'",
        tag,
        ok: upload,
        status: 201,
        fails: refusals,
      }),
      async (context) => {
        const { body, headers } = bodyOf(context);
        try {
          const userId = context.var.caller.user.id;
          const id = await receiveUpload(deps, work, { body, headers, userId });
          return context.json(await getUpload(deps, id), 201);
        } catch (error) {
          // What is still on its way must not pass for the next request.
          context.header('Connection', 'close');
          await discardRest(body);
          throw error;
        }
      },
    )
    .get(
      '/:id',
      admin,
      describe({ summary: 'One picture or video', tag, ok: upload, fails: failsFor }),
      parse('param', idParam),
      async (context) => context.json(await getUpload(deps, context.req.valid('param').id)),
    )
    .put(
      '/:id',
      admin,
      describe({ summary: 'Says what it shows', tag, ok: upload, fails: [...failsFor, 'unsupported_media_type'] }),
      parse('param', idParam),
      parse('json', altInput),
      async (context) => {
        const change = { ...context.req.valid('json'), userId: context.var.caller.user.id };
        return context.json(await describeUpload(deps, context.req.valid('param').id, change));
      },
    )
    .get(
      '/:id/uses',
      admin,
      describe({ summary: 'Where it is shown', tag, ok: usesAnswer, fails: failsFor }),
      parse('param', idParam),
      async (context) => context.json(await listUses(deps, context.req.valid('param').id)),
    )
    .delete(
      '/:id',
      admin,
      describe({ summary: 'Deletes it, unless it is shown', tag, status: 204, fails: [...failsFor, 'conflict'] }),
      parse('param', idParam),
      async (context) => {
        const { id } = context.req.valid('param');
        await inTurn(() => deleteUpload(deps, id, context.var.caller.user.id));
        return context.body(null, 204);
      },
    );
}

/** Pictures are made one at a time, and none while its files are being deleted. */
function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
}
