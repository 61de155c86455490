import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { resendInvitations } from '#api/features/waiting-list/invitation/resend.service.ts';
import { bulkEntriesRequest, bulkEntriesResponse, resendInvitationsResponse } from './decisions.contract.ts';
import { inviteEntries, putBackEntries, rejectEntries } from './decisions.service.ts';

const tag = 'Waiting lists (admin)';

export function waitingListDecisionRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'waiting-list.manage' })
    .post(
      '/invite',
      {
        summary: 'Invite the pending entries by email, by id or all that match, 500 in each request',
        body: bulkEntriesRequest,
        answer: bulkEntriesResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => inviteEntries(deps, body, caller.user.id),
    )
    .post(
      '/reject',
      {
        summary: 'Reject the pending entries, by id or all that match, 500 in each request',
        body: bulkEntriesRequest,
        answer: bulkEntriesResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => rejectEntries(deps, body, caller.user.id),
    )
    .post(
      '/put-back',
      {
        summary: 'Make rejected entries pending again, by id or all that match, 500 in each request',
        body: bulkEntriesRequest,
        answer: bulkEntriesResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => putBackEntries(deps, body, caller.user.id),
    )
    .post(
      '/resend',
      {
        summary: 'Email invitations again, with a new link, to invited people without an account, 500 in each request',
        body: bulkEntriesRequest,
        answer: resendInvitationsResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => resendInvitations(deps, body, caller.user.id),
    )
    .build();
}
