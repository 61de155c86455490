import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { CONTENT_MAX_BYTES } from '#api/http/body-limit.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { idParams } from '#api/http/pagination.ts';
import { deletePage } from './deletion/deletion.service.ts';
import {
  checkAddressQuery,
  checkAddressResponse,
  createPageRequest,
  createPageResponse,
  deletePageRequest,
  deletePageResponse,
  pagesResponse,
  previewPageRequest,
  previewPageResponse,
} from './pages.contract.ts';
import { previewPage } from './preview/preview.service.ts';
import { checkAddress, createPage, duplicatePage, listPages } from './pages.service.ts';

const fails = ['not_found', 'conflict'] as const;

export function pageRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Pages (admin)', access: 'settings.manage' })
    .get('/', { summary: 'List the pages of the site', answer: pagesResponse }, () => listPages(deps))
    .post(
      '/',
      {
        summary: 'Create a page as a draft, empty or as a copy',
        body: createPageRequest,
        answer: createPageResponse,
        status: 201,
        fails,
      },
      ({ body, caller }) => createPage(deps, body, caller.user.id),
    )
    .get(
      '/address',
      { summary: 'Check whether a page can have an address', query: checkAddressQuery, answer: checkAddressResponse },
      ({ query }) => checkAddress(deps, query),
    )
    .post(
      '/:id/duplicate',
      {
        summary: 'Create a page like another one, as a draft',
        params: idParams,
        answer: createPageResponse,
        status: 201,
        fails,
      },
      ({ params, caller }) => duplicatePage(deps, params.id, caller.user.id),
    )
    .post(
      '/:id/preview',
      {
        summary: 'Render a page as it would be with these fields; nothing is saved',
        params: idParams,
        body: previewPageRequest,
        maxBytes: CONTENT_MAX_BYTES,
        answer: previewPageResponse,
        fails: ['not_found', 'unavailable'],
      },
      ({ params, body, context }) => previewPage(deps, params.id, body.fields, watchRequest(context)),
    )
    .delete(
      '/:id',
      {
        summary: 'Delete a page; visitors of its address are redirected, or find nothing',
        params: idParams,
        body: deletePageRequest,
        answer: deletePageResponse,
        fails,
      },
      ({ params, body, caller }) => deletePage(deps, params.id, body, caller.user.id),
    )
    .build();
}
