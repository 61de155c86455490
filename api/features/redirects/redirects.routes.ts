import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { CONTENT_MAX_BYTES } from '#api/http/body-limit.ts';
import { bulkResponse } from '#api/http/bulk-fields.ts';
import { respondWithCsv } from '#api/http/export-queue.ts';
import { idParams } from '#api/http/pagination.ts';
import {
  ignorePathRequest,
  ignorePathResponse,
  missingPathsQuery,
  missingPathsResponse,
} from './missing/missing.contract.ts';
import { ignoreMissingPath, listMissingPaths } from './missing/missing.service.ts';
import { checkImport, importRedirects } from './import/import.service.ts';
import {
  bulkDeleteRedirectsRequest,
  deleteRedirectResponse,
  exportRedirectsQuery,
  importCheckResponse,
  importRedirectsRequest,
  importRedirectsResponse,
  listRedirectsQuery,
  redirectRequest,
  redirectResponse,
  redirectsResponse,
} from './redirects.contract.ts';
import {
  bulkDeleteRedirects,
  changeRedirect,
  createRedirect,
  deleteRedirect,
  exportRedirects,
  listRedirects,
} from './redirects.service.ts';

const tag = 'Redirects (admin)';

export function redirectRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'navigation.manage' })
    .get(
      '/',
      { summary: 'List the redirects that admins made', query: listRedirectsQuery, answer: redirectsResponse },
      ({ query }) => listRedirects(deps, query),
    )
    .get(
      '/export.csv',
      {
        summary: 'Export redirects as CSV: some, or all with the list’s filters',
        query: exportRedirectsQuery,
        answer: z.string(),
        contentType: 'text/csv',
      },
      ({ query, caller, context }) => respondWithCsv(context, deps, () => exportRedirects(deps, caller.user.id, query)),
    )
    .post(
      '/',
      {
        summary: 'Add a redirect; live after a publish',
        body: redirectRequest,
        answer: redirectResponse,
        status: 201,
        fails: ['conflict'],
      },
      ({ body, caller }) => createRedirect(deps, caller.user.id, body),
    )
    .get(
      '/missing',
      {
        summary: 'List addresses of the last 30 days that were asked for and not found',
        query: missingPathsQuery,
        answer: missingPathsResponse,
      },
      ({ query }) => listMissingPaths(deps, query),
    )
    .post(
      '/missing/ignore',
      {
        summary: 'Leave a missing address out of the list',
        body: ignorePathRequest,
        answer: ignorePathResponse,
        fails: ['not_found'],
      },
      ({ body, caller }) => ignoreMissingPath(deps, caller.user.id, body.path),
    )
    .post(
      '/import/check',
      {
        summary: 'Try an import of redirects: what it would add, change and leave out. Nothing is changed',
        body: importRedirectsRequest,
        answer: importCheckResponse,
        maxBytes: CONTENT_MAX_BYTES,
      },
      ({ body }) => checkImport(deps, body.csv),
    )
    .post(
      '/import',
      {
        summary: 'Import redirects from CSV, without the lines that have a fault',
        body: importRedirectsRequest,
        answer: importRedirectsResponse,
        maxBytes: CONTENT_MAX_BYTES,
        fails: ['conflict'],
      },
      ({ body, caller }) => importRedirects(deps, caller.user.id, body.csv),
    )
    .post(
      '/bulk-delete',
      {
        summary: 'Delete several redirects: some, or all that match a filter',
        body: bulkDeleteRedirectsRequest,
        answer: bulkResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => bulkDeleteRedirects(deps, caller.user.id, body),
    )
    .put(
      '/:id',
      {
        summary: 'Change a redirect; live after a publish',
        params: idParams,
        body: redirectRequest,
        answer: redirectResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => changeRedirect(deps, caller.user.id, params.id, body),
    )
    .delete(
      '/:id',
      { summary: 'Delete a redirect', params: idParams, answer: deleteRedirectResponse, fails: ['not_found'] },
      ({ params, caller }) => deleteRedirect(deps, caller.user.id, params.id),
    )
    .build();
}
