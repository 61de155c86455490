import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
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
  const access = requirePermission(deps, 'openshelf.review');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'List publications, newest first', tag: ADMIN_TAG, ok: publicationsResponse }),
      validateRequest('query', listPublicationsQuery),
      async (context) => context.json(await listPublications(deps, context.req.valid('query'))),
    )
    .post(
      '/bulk-action',
      access,
      documentRoute({
        summary: 'Approve or reject up to 500 publications; those that are no longer waiting are skipped',
        tag: ADMIN_TAG,
        ok: bulkDecisionResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', bulkActionRequest),
      async (context) => context.json(await decideMany(deps, context.req.valid('json'), context.get('caller').user.id)),
    )
    .get(
      '/:id',
      access,
      documentRoute({
        summary: 'Get a publication with its history and versions',
        tag: ADMIN_TAG,
        ok: publicationDetailResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await getPublication(deps, context.req.valid('param').id, context.get('caller').user.id)),
    )
    .post(
      '/:id/open-review',
      access,
      documentRoute({
        summary: 'Put a publication that the AI rejected into the queue of reviews',
        tag: ADMIN_TAG,
        ok: publicationActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await openReview(deps, context.req.valid('param').id, context.get('caller').user.id)),
    );
}
