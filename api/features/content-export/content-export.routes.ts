import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { respondWithFile } from '#api/http/export-queue.ts';
import { contentExportQuery } from './content-export.contract.ts';
import { exportContentZip } from './content-export.service.ts';

/** Everything that was written leaves at once, so it takes the permission that brings it in. */
export function contentExportRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Imports (admin)', access: 'settings.manage' })
    .get(
      '/',
      {
        summary: 'Export posts and pages with their images and files as a zip, which comes in again',
        query: contentExportQuery,
        answer: z.string(),
        contentType: 'application/zip',
        fails: ['conflict'],
      },
      ({ query, caller, context }) =>
        respondWithFile(context, deps, 'application/zip', () =>
          exportContentZip(deps, { actorId: caller.user.id, format: query.format }),
        ),
    )
    .build();
}
