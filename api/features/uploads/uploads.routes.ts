import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { createIngestionTools, ingestUpload } from '#api/features/uploads/ingestion/ingestion.service.ts';
import { getRequestStream, drainRequest } from '#api/http/request-body.ts';
import {
  updateUploadRequest,
  uploadResponse,
  uploadsResponse,
  listUploadsQuery,
  uploadUsesResponse,
} from './uploads.contract.ts';
import { deleteUpload, updateUploadAlt, getUpload, listUploads, listUploadUses } from './uploads.service.ts';

export const UPLOADS_API_PATH = '/api/uploads';

const tag = 'Uploads (admin)';
const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden'];
const failsById: ErrorCode[] = [...fails, 'not_found'];
const uploadFailures: ErrorCode[] = [...fails, 'payload_too_large', 'unsupported_media_type', 'insufficient_storage'];

export function uploadRoutes(deps: Deps) {
  const access = requirePermission(deps, 'uploads.manage');
  const tools = createIngestionTools(deps);
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'Pictures and videos, newest first', tag, ok: uploadsResponse, fails }),
      validateRequest('query', listUploadsQuery),
      async (context) => context.json(await listUploads(deps, context.req.valid('query'))),
    )
    .post(
      '/',
      access,
      documentRoute({
        summary: "Takes a picture (10 MB) or video (100 MB): multipart/form-data with one part, 'file'",
        tag,
        ok: uploadResponse,
        status: 201,
        fails: uploadFailures,
      }),
      async (context) => {
        const { body, headers } = getRequestStream(context);
        try {
          const userId = context.var.caller.user.id;
          const id = await ingestUpload(deps, tools, { body, headers, userId });
          return context.json(await getUpload(deps, id), 201);
        } catch (error) {
          // The rest of the body must not be parsed as the next request.
          context.header('Connection', 'close');
          await drainRequest(body);
          throw error;
        }
      },
    )
    .get(
      '/:id',
      access,
      documentRoute({ summary: 'One picture or video', tag, ok: uploadResponse, fails: failsById }),
      validateRequest('param', idParams),
      async (context) => context.json(await getUpload(deps, context.req.valid('param').id)),
    )
    .put(
      '/:id',
      access,
      documentRoute({
        summary: 'Says what it shows',
        tag,
        ok: uploadResponse,
        fails: [...failsById, 'unsupported_media_type'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', updateUploadRequest),
      async (context) => {
        const change = { ...context.req.valid('json'), userId: context.var.caller.user.id };
        return context.json(await updateUploadAlt(deps, context.req.valid('param').id, change));
      },
    )
    .get(
      '/:id/uses',
      access,
      documentRoute({ summary: 'Where it is shown', tag, ok: uploadUsesResponse, fails: failsById }),
      validateRequest('param', idParams),
      async (context) => context.json(await listUploadUses(deps, context.req.valid('param').id)),
    )
    .delete(
      '/:id',
      access,
      documentRoute({ summary: 'Deletes it, unless it is shown', tag, status: 204, fails: [...failsById, 'conflict'] }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        await tools.queue.add(() => deleteUpload(deps, id, context.var.caller.user.id));
        return context.body(null, 204);
      },
    );
}
