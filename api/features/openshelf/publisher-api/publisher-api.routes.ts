import { createHash } from 'node:crypto';
import { type Context, type Env, Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { readClient } from '#api/http/client-ip.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { SERVICE_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { allowAnyone, requireServiceKey } from '#api/middleware/access.ts';
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
  const access = requireServiceKey((key, context) => checkServiceKey(deps, key, readClient(context, deps).networks));
  const sendReceipt = async (context: Context, { publicationId, statusCode, isReplay }: Receipt) => {
    if (isReplay) context.header('Idempotent-Replayed', 'true');
    return context.json(await getPublicationState(deps, publicationId), statusCode);
  };
  const run =
    (move: (deps: Deps, request: ServiceRequest, id: number) => Promise<Receipt>) =>
    async (context: Context<Env, string, { out: { param: { id: number } } }>) =>
      sendReceipt(context, await move(deps, await readRequest(context), context.req.valid('param').id));
  const describeMove = (summary: string, description: string) =>
    documentRoute({ summary, description, tag: SERVICE_TAG, ok: statusResponse, fails: ['not_found', 'conflict'] });
  const params = validateRequest('param', idParams);
  const key = validateRequest('header', optionalKeyHeader);

  return new Hono()
    .get(
      '/categories',
      allowAnyone,
      documentRoute({
        summary: 'List the categories of OpenShelf',
        description: 'Public. Each top-level category comes before its subcategories, which name it in `parent_id`.',
        tag: SERVICE_TAG,
        ok: categoriesResponse,
      }),
      async (context) => {
        // Public, and without cookies: pages of any site may read it.
        context.header('Access-Control-Allow-Origin', '*');
        return context.json(await listCategories(deps));
      },
    )
    .post(
      '/publications',
      access,
      documentRoute({
        summary: 'Add a work as a draft',
        description: 'Needs an `Idempotency-Key`, so that a repeated request doesn’t add the work twice.',
        tag: SERVICE_TAG,
        ok: statusResponse,
        status: 201,
        fails: ['conflict'],
      }),
      validateRequest('header', requiredKeyHeader),
      validateRequest('json', workRequest),
      async (context) =>
        sendReceipt(context, await createPublication(deps, await readRequest(context), context.req.valid('json'))),
    )
    .get(
      '/publications/:id',
      access,
      documentRoute({
        summary: 'Get the state of a publication',
        tag: SERVICE_TAG,
        ok: statusResponse,
        fails: ['not_found'],
      }),
      params,
      async (context) => context.json(await getPublicationState(deps, context.req.valid('param').id)),
    )
    .put(
      '/publications/:id',
      access,
      describeMove(
        'Change a draft, or start the next version',
        'Send the whole work. A draft is changed in place. In AI_REJECTED, REJECTED, PUBLISHED and WITHDRAWN it becomes version n+1, a draft to submit; the shelf keeps the version that it has.',
      ),
      params,
      key,
      validateRequest('json', workRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        const body = context.req.valid('json');
        return sendReceipt(context, await changePublication(deps, await readRequest(context), id, body));
      },
    )
    .post(
      '/publications/:id/submit',
      access,
      describeMove('Submit a draft', 'From DRAFT to SUBMITTED. The work needs the address of at least one format.'),
      params,
      key,
      run(moves.submitPublication),
    )
    .post(
      '/publications/:id/ai-review/start',
      access,
      describeMove(
        'Start the AI review',
        'From SUBMITTED to AI_REVIEWING. You may leave this out and report the review straight away.',
      ),
      params,
      key,
      run(moves.startAiReview),
    )
    .post(
      '/publications/:id/ai-review',
      access,
      describeMove(
        'Report the AI’s review',
        '`approved` and `needs_review` lead to ADMIN_REVIEWING, since a person confirms each approval; `rejected` leads to AI_REJECTED.',
      ),
      params,
      key,
      validateRequest('json', aiReviewRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        const review = context.req.valid('json');
        return sendReceipt(context, await moves.recordAiReview(deps, await readRequest(context), id, review));
      },
    )
    .post(
      '/publications/:id/appeal',
      access,
      describeMove(
        'Appeal against a rejection',
        'From AI_REJECTED or REJECTED to ADMIN_REVIEWING, where a reviewer decides who hasn’t judged this version, if there is one. Possible until `appeal_until`, at most twice for each version; 409 when the rejection is `final`.',
      ),
      params,
      key,
      validateRequest('json', appealRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        const { text } = context.req.valid('json');
        return sendReceipt(context, await moves.appealDecision(deps, await readRequest(context), id, text));
      },
    )
    .post(
      '/publications/:id/published',
      access,
      describeMove(
        'Confirm that an approved version is published',
        'From APPROVED to PUBLISHED: this version is put on the public shelf.',
      ),
      params,
      key,
      run(moves.confirmPublished),
    )
    .post(
      '/publications/:id/withdraw',
      access,
      describeMove(
        'Withdraw a publication',
        'From every other status. The work leaves the public shelf straight away; its page answers 410.',
      ),
      params,
      key,
      run(moves.withdrawPublication),
    );
}

async function readRequest({ req }: Context): Promise<ServiceRequest> {
  const content = JSON.stringify([req.method, req.path, await req.text()]);
  return {
    key: req.header('Idempotency-Key') ?? null,
    hash: createHash('sha256').update(content).digest('hex'),
  };
}
