import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { createIngestionTools, ingestUpload } from '#api/features/uploads/ingestion/ingestion.service.ts';
import { watchRequest } from '#api/http/client-gone.ts';
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

export function uploadRoutes(deps: Deps) {
  const access = requirePermission(deps, 'uploads.manage');
  const tools = createIngestionTools(deps);
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'List images and videos, newest first', tag, ok: uploadsResponse }),
      validateRequest('query', listUploadsQuery),
      async (context) => context.json(await listUploads(deps, context.req.valid('query'))),
    )
    .post(
      '/',
      access,
      documentRoute({
        summary: "Upload an image (up to 10 MB) or video (up to 100 MB) as multipart/form-data with one part, 'file'",
        tag,
        ok: uploadResponse,
        status: 201,
        fails: ['validation_failed', 'payload_too_large', 'unsupported_media_type', 'unavailable'],
      }),
      async (context) => {
        const { body, headers } = getRequestStream(context);
        try {
          const userId = context.var.caller.user.id;
          const id = await ingestUpload(deps, tools, { body, headers, userId, signal: watchRequest(context) });
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
      documentRoute({ summary: 'Get an image or video', tag, ok: uploadResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => context.json(await getUpload(deps, context.req.valid('param').id)),
    )
    .put(
      '/:id',
      access,
      documentRoute({ summary: 'Set the alt text', tag, ok: uploadResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      validateRequest('json', updateUploadRequest),
      async (context) => {
        const { alt } = context.req.valid('json');
        const userId = context.var.caller.user.id;
        return context.json(await updateUploadAlt(deps, context.req.valid('param').id, { alt, userId }));
      },
    )
    .get(
      '/:id/uses',
      access,
      documentRoute({
        summary: 'List where an image or video is used',
        tag,
        ok: uploadUsesResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await listUploadUses(deps, context.req.valid('param').id)),
    )
    .delete(
      '/:id',
      access,
      documentRoute({
        summary: 'Delete an image or video, unless it’s used',
        tag,
        status: 204,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        await tools.queue.add(() => deleteUpload(deps, id, context.var.caller.user.id));
        return context.body(null, 204);
      },
    );
}
