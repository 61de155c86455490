import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { idParams } from '#api/http/pagination.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import {
  compareVersionsQuery,
  precedentsResponse,
  publicationTextResponse,
  versionDiffResponse,
  versionQuery,
} from './texts.contract.ts';
import { compareVersions } from './compare.service.ts';
import { listPrecedents } from './similar.service.ts';
import { getText, refetchText } from './texts.service.ts';

/** Below `/publications`. */
export function textRoutes(deps: Deps) {
  /** Nothing is begun for a reviewer who has gone on to another work, but for a text, which is kept. */
  const forClient = (context: Context) => ({ ...deps, clientHtml: deps.html.forClient(watchRequest(context)) });
  return endpoints(deps, { tag: ADMIN_TAG, access: 'openshelf.review' })
    .get(
      '/:id/text',
      {
        summary: 'Get the sanitised text of a version; fetched from its HTML or Markdown address when it is read first',
        params: idParams,
        query: versionQuery,
        answer: publicationTextResponse,
        fails: ['not_found'],
      },
      ({ params, query, context }) => getText(forClient(context), params.id, query.version),
    )
    .post(
      '/:id/text',
      {
        summary: 'Fetch the text of a version again',
        params: idParams,
        query: versionQuery,
        answer: publicationTextResponse,
        fails: ['not_found', 'rate_limited'],
      },
      ({ params, query, context }) => refetchText(forClient(context), params.id, query.version),
    )
    .get(
      '/:id/precedents',
      {
        summary: 'List earlier decisions on similar texts and on the same author, and similar texts in the queue',
        params: idParams,
        answer: precedentsResponse,
        fails: ['not_found'],
      },
      ({ params, context }) => listPrecedents(forClient(context), params.id),
    )
    .get(
      '/:id/diff',
      {
        summary: 'Compare two versions of a publication, or one with another publication',
        params: idParams,
        query: compareVersionsQuery,
        answer: versionDiffResponse,
        fails: ['not_found'],
      },
      ({ params, query, context }) => compareVersions(forClient(context), params.id, query),
    )
    .build();
}
