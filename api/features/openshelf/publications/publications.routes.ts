import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { bulkActionRequest, bulkDecisionResponse } from '#api/features/openshelf/reviews/reviews.contract.ts';
import { decideMany } from '#api/features/openshelf/reviews/decisions.service.ts';
import { openReview } from './open-review.service.ts';
import {
  listPublicationsQuery,
  publicationActionResponse,
  publicationDetailResponse,
  publicationsResponse,
} from './publications.contract.ts';
import { getPublication, listPublications } from './publications.service.ts';

export function publicationRoutes(deps: Deps) {
  return endpoints(deps, { tag: ADMIN_TAG, access: 'openshelf.review' })
    .get(
      '/',
      { summary: 'List publications, newest first', query: listPublicationsQuery, answer: publicationsResponse },
      ({ query }) => listPublications(deps, query),
    )
    .post(
      '/bulk-action',
      {
        summary: 'Approve or reject up to 500 publications; those that are no longer waiting are skipped',
        body: bulkActionRequest,
        answer: bulkDecisionResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => decideMany(deps, body, caller.user.id),
    )
    .get(
      '/:id',
      {
        summary: 'Get a publication with its history and versions',
        params: idParams,
        answer: publicationDetailResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => getPublication(deps, params.id, caller.user.id),
    )
    .post(
      '/:id/open-review',
      {
        summary: 'Put a publication that the AI rejected into the queue of reviews',
        params: idParams,
        answer: publicationActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => openReview(deps, params.id, caller.user.id),
    )
    .build();
}
