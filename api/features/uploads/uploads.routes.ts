import type { Deps } from '#api/deps.ts';
import type { DraftReach } from '#api/domain/draft-reach.ts';
import { mayChangeUploads } from '#api/domain/upload-owners.ts';
import { type Caller, isPermitted } from '#api/endpoints/access.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { createIngestionTools, ingestUpload } from '#api/features/uploads/ingestion/ingestion.service.ts';
import { fetchUpload, previewLink } from '#api/features/uploads/fetching/fetching.service.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { getRequestStream, drainRequest } from '#api/http/request-body.ts';
import {
  fetchUrlRequest,
  linkPreviewResponse,
  updateUploadRequest,
  uploadResponse,
  uploadsResponse,
  listUploadsQuery,
  uploadUsesResponse,
} from './uploads.contract.ts';
import { deleteUpload, updateUploadAlt, getUpload, listUploads, listUploadUses } from './uploads.service.ts';

const tag = 'Uploads (admin)';

export function uploadRoutes(deps: Deps) {
  const tools = createIngestionTools(deps);
  return endpoints(deps, { tag, access: 'uploads.manage' })
    .get(
      '/',
      {
        summary: 'List images, videos, audio and files, newest first',
        query: listUploadsQuery,
        answer: uploadsResponse,
      },
      ({ query }) => listUploads(deps, query),
    )
    .post(
      '/',
      {
        summary:
          "Upload an image (up to 10 MB), video (up to 100 MB), audio or another file (up to 50 MB) as multipart/form-data with one part, 'file'",
        maxBytes: null,
        answer: uploadResponse,
        status: 201,
        fails: ['validation_failed', 'payload_too_large', 'unsupported_media_type', 'unavailable'],
      },
      async ({ caller, context }) => {
        const { body, headers } = getRequestStream(context);
        try {
          const userId = caller.user.id;
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
    .post(
      '/from-address',
      {
        summary: 'Fetch an image of another site once, and store it',
        body: fetchUrlRequest,
        answer: uploadResponse,
        status: 201,
        fails: ['unavailable', 'unsupported_media_type'],
      },
      async ({ body, caller, context }) => {
        const fetching = { url: body.url, userId: caller.user.id, signal: watchRequest(context) };
        return context.json(await getUpload(deps, await fetchUpload(deps, tools, fetching)), 201);
      },
    )
    .post(
      '/link-preview',
      {
        summary: 'Fetch title, description and image of a page once, for a card that links to it',
        body: fetchUrlRequest,
        answer: linkPreviewResponse,
        fails: ['not_found', 'unavailable'],
      },
      ({ body, caller, context }) =>
        previewLink(deps, tools, { url: body.url, userId: caller.user.id, signal: watchRequest(context) }),
    )
    .get(
      '/:id',
      { summary: 'Get an image or video', params: idParams, answer: uploadResponse, fails: ['not_found'] },
      ({ params }) => getUpload(deps, params.id),
    )
    .put(
      '/:id',
      {
        summary: 'Set the alt text',
        params: idParams,
        body: updateUploadRequest,
        answer: uploadResponse,
        fails: ['not_found', 'forbidden'],
      },
      ({ params, body, caller }) =>
        updateUploadAlt(deps, params.id, { alt: body.alt, userId: caller.user.id, ownerId: getUploaderId(caller) }),
    )
    .get(
      '/:id/uses',
      {
        summary: 'List where an image or video is used',
        params: idParams,
        answer: uploadUsesResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => listUploadUses(deps, params.id, getDraftReach(caller)),
    )
    .delete(
      '/:id',
      {
        summary: 'Delete an image or video, unless it’s used',
        params: idParams,
        fails: ['not_found', 'forbidden', 'conflict'],
      },
      ({ params, caller }) => {
        const act = { userId: caller.user.id, ownerId: getUploaderId(caller), reach: getDraftReach(caller) };
        return tools.queue.add(() => deleteUpload(deps, params.id, act));
      },
    )
    .build();
}

/** The id of a caller who may change only what they uploaded themselves; null for who may change all. */
const getUploaderId = (caller: Caller): number | null =>
  mayChangeUploads((permission) => isPermitted(caller, permission), false) ? null : caller.user.id;

const getDraftReach = (caller: Caller): DraftReach => ({
  posts: isPermitted(caller, 'posts.publish') ? 'all' : caller.user.id,
  documents: isPermitted(caller, 'documents.write'),
  site: isPermitted(caller, 'settings.manage'),
});
