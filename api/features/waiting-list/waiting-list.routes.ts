import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { allowAnyone } from '#api/middleware/access.ts';
import { waitingListManagerRoutes } from '#api/features/waiting-list/manager/manager.routes.ts';
import {
  updateIntentRequest,
  joinWaitingListRequest,
  messageResponse,
  ownEntryResponse,
  entryTokenRequest,
  invitationResponse,
} from './waiting-list.contract.ts';
import { handleFormPost } from '#api/features/waiting-list/form/form.service.ts';
import { getInvitation } from '#api/features/waiting-list/invitation/invitation.service.ts';
import { joinWaitingList, readOrigin } from './waiting-list.service.ts';
import {
  updateIntent,
  confirmOwnEntry,
  getOwnEntry,
  leaveWaitingList,
} from '#api/features/waiting-list/status/status.service.ts';

const tag = 'Waiting lists';

export function waitingListRoutes(deps: Deps) {
  return new Hono()
    .post(
      '/',
      allowAnyone,
      documentRoute({
        summary: 'Join a waiting list; 200 if the address is already on it',
        tag,
        status: [201, 200],
        ok: messageResponse,
        fails: ['rate_limited'],
      }),
      validateRequest('json', joinWaitingListRequest),
      async (context) => {
        const { message, isNew } = await joinWaitingList(deps, context.req.valid('json'), readOrigin(deps, context));
        return context.json({ message }, isNew ? 201 : 200);
      },
    )
    .post(
      '/form',
      allowAnyone,
      documentRoute({
        summary: 'Join with a plain form post (application/x-www-form-urlencoded); responds with a page',
        tag,
        status: 303,
        fails: ['validation_failed', 'forbidden', 'unsupported_media_type', 'rate_limited'],
      }),
      (context) => handleFormPost(deps, context, readOrigin(deps, context)),
    )
    .post(
      '/status',
      allowAnyone,
      documentRoute({
        summary: 'Get the entry a private link opens',
        tag,
        ok: ownEntryResponse,
        fails: ['not_found'],
      }),
      validateRequest('json', entryTokenRequest),
      async (context) => context.json(await getOwnEntry(deps, context.req.valid('json').token)),
    )
    .post(
      '/confirm',
      allowAnyone,
      documentRoute({ summary: 'Confirm the address of an entry', tag, ok: ownEntryResponse, fails: ['not_found'] }),
      validateRequest('json', entryTokenRequest),
      async (context) => context.json(await confirmOwnEntry(deps, context.req.valid('json').token)),
    )
    .put(
      '/intent',
      allowAnyone,
      documentRoute({
        summary: 'Update how the person plans to use the product',
        tag,
        ok: ownEntryResponse,
        fails: ['not_found'],
      }),
      validateRequest('json', updateIntentRequest),
      async (context) => {
        const { token, intent } = context.req.valid('json');
        return context.json(await updateIntent(deps, token, intent));
      },
    )
    .post(
      '/leave',
      allowAnyone,
      documentRoute({ summary: 'Leave the list; deletes the entry', tag, status: 204, fails: ['not_found'] }),
      validateRequest('json', entryTokenRequest),
      async (context) => {
        await leaveWaitingList(deps, context.req.valid('json').token);
        return context.body(null, 204);
      },
    )
    .post(
      '/invitation',
      allowAnyone,
      documentRoute({
        summary: 'Get what an invitation link fills in at sign-up',
        tag,
        ok: invitationResponse,
        fails: ['not_found', 'gone', 'rate_limited'],
      }),
      validateRequest('json', entryTokenRequest),
      async (context) =>
        context.json(await getInvitation(deps, context.req.valid('json').token, readOrigin(deps, context).networks)),
    )
    .route('/', waitingListManagerRoutes(deps));
}
