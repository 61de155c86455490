import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { drainRequest, getRequestStream } from '#api/http/request-body.ts';
import { idParams } from '#api/http/pagination.ts';
import { createImportRequest, importResponse, importsResponse, undoImportRequest } from './imports.contract.ts';
import { receiveImportFile } from './files/files.service.ts';
import {
  checkImport,
  createImport,
  discardImport,
  getImport,
  listImports,
  startImport,
  stopImport,
  undoImport,
} from './imports.service.ts';

const tag = 'Imports (admin)';
const fails = ['not_found', 'conflict'] as const;

/** An import makes posts, pages, redirects and images at once, so it takes the permission for the whole site. */
export function importRoutes(deps: Deps) {
  const read = async (id: number) => ({ import: await getImport(deps, id) });
  return endpoints(deps, { tag, access: 'settings.manage' })
    .get('/', { summary: 'List the latest imports', answer: importsResponse }, async () => ({
      imports: await listImports(deps),
    }))
    .post(
      '/',
      {
        summary: 'Begin an import: its files come next',
        body: createImportRequest,
        answer: importResponse,
        status: 201,
        fails: ['validation_failed'],
      },
      async ({ body, caller }) => read(await createImport(deps, body, { userId: caller.user.id })),
    )
    .get(
      '/:id',
      { summary: 'Get an import with its report', params: idParams, answer: importResponse, fails: ['not_found'] },
      ({ params }) => read(params.id),
    )
    .post(
      '/:id/files',
      {
        summary: "Add a file (up to 500 MB) as multipart/form-data with one part, 'file'",
        params: idParams,
        maxBytes: null,
        answer: importResponse,
        fails: [...fails, 'validation_failed', 'payload_too_large', 'unsupported_media_type'],
      },
      async ({ params, context }) => {
        const { body, headers } = getRequestStream(context);
        try {
          await receiveImportFile(deps, params.id, { body, headers });
          return context.json(await read(params.id));
        } catch (error) {
          // The rest of the body must not be parsed as the next request.
          context.header('Connection', 'close');
          await drainRequest(body);
          throw error;
        }
      },
    )
    .post(
      '/:id/check',
      { summary: 'Read the files and say what would come in', params: idParams, answer: importResponse, fails },
      async ({ params }) => {
        await checkImport(deps, params.id);
        return read(params.id);
      },
    )
    .post(
      '/:id/start',
      { summary: 'Bring in what was checked, or go on', params: idParams, answer: importResponse, fails },
      async ({ params, caller }) => {
        await startImport(deps, params.id, caller.user.id);
        return read(params.id);
      },
    )
    .post(
      '/:id/stop',
      { summary: 'Stop an import; what is in stays', params: idParams, answer: importResponse, fails },
      async ({ params, caller }) => {
        await stopImport(deps, params.id, caller.user.id);
        return read(params.id);
      },
    )
    .post(
      '/:id/undo',
      {
        summary: 'Take out what came in',
        params: idParams,
        body: undoImportRequest,
        answer: importResponse,
        fails: [...fails, 'validation_failed'],
      },
      async ({ params, body, caller }) => {
        await undoImport(deps, params.id, { removesEdited: body.removes_edited, actorId: caller.user.id });
        return read(params.id);
      },
    )
    .delete('/:id', { summary: 'Forget an import that never began', params: idParams, fails }, ({ params }) =>
      discardImport(deps, params.id),
    )
    .build();
}
