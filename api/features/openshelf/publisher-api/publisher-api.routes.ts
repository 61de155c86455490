import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { readClient } from '#api/http/client-ip.ts';
import { idParams } from '#api/http/pagination.ts';
import { SERVICE_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { requireServiceKey } from '#api/endpoints/access.ts';
import { listCategories } from './categories.service.ts';
import type { Receipt, ServiceRequest } from './idempotency.service.ts';
import {
  aiReviewRequest,
  appealRequest,
  categoriesResponse,
  optionalKeyHeader,
  requiredKeyHeader,
  statusResponse,
  workRequest,
} from './publisher-api.contract.ts';
import * as moves from './moves.service.ts';
import { checkServiceKey } from './service-key.service.ts';
import { getPublicationState } from './states.service.ts';
import { changePublication, createPublication } from './works.service.ts';

/** The side of the publishing service, under `/api/v1/publish/openshelf`. */
export function publisherApiRoutes(deps: Deps) {
  const sendReceipt = async (context: Context, { publicationId, statusCode, isReplay }: Receipt) => {
    if (isReplay) context.header('Idempotent-Replayed', 'true');
    return context.json(await getPublicationState(deps, publicationId), statusCode);
  };
  const run =
    (change: (deps: Deps, request: ServiceRequest, id: number) => Promise<Receipt>) =>
    async ({ params, context }: { params: { id: number }; context: Context }) =>
      sendReceipt(context, await change(deps, await readRequest(context), params.id));
  const move = {
    params: idParams,
    headers: optionalKeyHeader,
    answer: statusResponse,
    fails: ['not_found', 'conflict'],
  } as const;

  return endpoints(deps, {
    tag: SERVICE_TAG,
    access: requireServiceKey((key, context) => checkServiceKey(deps, key, readClient(context, deps).networks)),
  })
    .get(
      '/categories',
      {
        summary: 'List the categories of OpenShelf',
        description: 'Public. Each top-level category comes before its subcategories, which name it in `parent_id`.',
        access: 'anyone',
        answer: categoriesResponse,
      },
      ({ context }) => {
        // Public, and without cookies: pages of any site may read it.
        context.header('Access-Control-Allow-Origin', '*');
        return listCategories(deps);
      },
    )
    .post(
      '/publications',
      {
        summary: 'Add a work as a draft',
        description: 'Needs an `Idempotency-Key`, so that a repeated request doesn’t add the work twice.',
        headers: requiredKeyHeader,
        body: workRequest,
        answer: statusResponse,
        status: 201,
        fails: ['conflict'],
      },
      async ({ body, context }) =>
        sendReceipt(context, await createPublication(deps, await readRequest(context), body)),
    )
    .get(
      '/publications/:id',
      { summary: 'Get the state of a publication', params: idParams, answer: statusResponse, fails: ['not_found'] },
      ({ params }) => getPublicationState(deps, params.id),
    )
    .put(
      '/publications/:id',
      {
        summary: 'Change a draft, or start the next version',
        description:
          'Send the whole work. A draft is changed in place. In AI_REJECTED, REJECTED, PUBLISHED and WITHDRAWN it becomes version n+1, a draft to submit; the shelf keeps the version that it has.',
        ...move,
        body: workRequest,
      },
      async ({ params, body, context }) => {
        return sendReceipt(context, await changePublication(deps, await readRequest(context), params.id, body));
      },
    )
    .post(
      '/publications/:id/submit',
      {
        summary: 'Submit a draft',
        description: 'From DRAFT to SUBMITTED. The work needs the address of at least one format.',
        ...move,
      },
      run(moves.submitPublication),
    )
    .post(
      '/publications/:id/ai-review/start',
      {
        summary: 'Start the AI review',
        description: 'From SUBMITTED to AI_REVIEWING. You may leave this out and report the review straight away.',
        ...move,
      },
      run(moves.startAiReview),
    )
    .post(
      '/publications/:id/ai-review',
      {
        summary: 'Report the AI’s review',
        description:
          '`approved` and `needs_review` lead to ADMIN_REVIEWING, since a person confirms each approval; `rejected` leads to AI_REJECTED.',
        ...move,
        body: aiReviewRequest,
      },
      async ({ params, body, context }) => {
        return sendReceipt(context, await moves.recordAiReview(deps, await readRequest(context), params.id, body));
      },
    )
    .post(
      '/publications/:id/appeal',
      {
        summary: 'Appeal against a rejection',
        description:
          'From AI_REJECTED or REJECTED to ADMIN_REVIEWING, where a reviewer decides who hasn’t judged this version, if there is one. Possible until `appeal_until`, at most twice for each version; 409 when the rejection is `final`.',
        ...move,
        body: appealRequest,
      },
      async ({ params, body, context }) => {
        return sendReceipt(context, await moves.appealDecision(deps, await readRequest(context), params.id, body.text));
      },
    )
    .post(
      '/publications/:id/published',
      {
        summary: 'Confirm that an approved version is published',
        description: 'From APPROVED to PUBLISHED: this version is put on the public shelf.',
        ...move,
      },
      run(moves.confirmPublished),
    )
    .post(
      '/publications/:id/withdraw',
      {
        summary: 'Withdraw a publication',
        description: 'From every other status. The work leaves the public shelf straight away; its page answers 410.',
        ...move,
      },
      run(moves.withdrawPublication),
    )
    .build();
}

async function readRequest({ req }: Context): Promise<ServiceRequest> {
  const content = JSON.stringify([req.method, req.path, await req.text()]);
  return {
    key: req.header('Idempotency-Key') ?? null,
    hash: createHash('sha256').update(content).digest('hex'),
  };
}
