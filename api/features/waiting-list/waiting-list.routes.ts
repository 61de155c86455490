import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
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
  return endpoints(deps, { tag, access: 'anyone' })
    .post(
      '/',
      {
        summary: 'Join a waiting list; 200 if the address is already on it',
        body: joinWaitingListRequest,
        status: [201, 200],
        answer: messageResponse,
        fails: ['rate_limited'],
      },
      async ({ body, context }) => {
        const { message, isNew } = await joinWaitingList(deps, body, readOrigin(deps, context));
        return context.json({ message }, isNew ? 201 : 200);
      },
    )
    .post(
      '/form',
      {
        summary: 'Join with a plain form post (application/x-www-form-urlencoded); responds with a page',
        status: 303,
        fails: ['validation_failed', 'forbidden', 'unsupported_media_type', 'rate_limited'],
      },
      ({ context }) => handleFormPost(deps, context, readOrigin(deps, context)),
    )
    .post(
      '/status',
      {
        summary: 'Get the entry a private link opens',
        body: entryTokenRequest,
        answer: ownEntryResponse,
        fails: ['not_found'],
      },
      ({ body }) => getOwnEntry(deps, body.token),
    )
    .post(
      '/confirm',
      {
        summary: 'Confirm the address of an entry',
        body: entryTokenRequest,
        answer: ownEntryResponse,
        fails: ['not_found'],
      },
      ({ body }) => confirmOwnEntry(deps, body.token),
    )
    .put(
      '/intent',
      {
        summary: 'Update how the person plans to use the product',
        body: updateIntentRequest,
        answer: ownEntryResponse,
        fails: ['not_found'],
      },
      ({ body }) => updateIntent(deps, body.token, body.intent),
    )
    .post(
      '/leave',
      { summary: 'Leave the list; deletes the entry', body: entryTokenRequest, fails: ['not_found'] },
      ({ body }) => leaveWaitingList(deps, body.token),
    )
    .post(
      '/invitation',
      {
        summary: 'Get what an invitation link fills in at sign-up',
        body: entryTokenRequest,
        answer: invitationResponse,
        fails: ['not_found', 'gone', 'rate_limited'],
      },
      ({ body, context }) => getInvitation(deps, body.token, readOrigin(deps, context).networks),
    )
    .include('/', waitingListManagerRoutes(deps))
    .build();
}
