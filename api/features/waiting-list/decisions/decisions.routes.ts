import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { undoRequest } from '#api/http/undo-fields.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { messageResponse } from '#api/features/waiting-list/waiting-list.contract.ts';
import { resendInvitation, resendInvitations } from '#api/features/waiting-list/invitation/resend.service.ts';
import { undoEntryActions } from '#api/features/waiting-list/undo/undo.service.ts';
import {
  bulkEntriesRequest,
  bulkEntriesResponse,
  resendInvitationsResponse,
  undoEntriesResponse,
} from './decisions.contract.ts';
import { inviteEntries, putBackEntries, rejectEntries } from './decisions.service.ts';

const tag = 'Waiting lists (admin)';

export function waitingListDecisionRoutes(deps: Deps) {
  const access = requirePermission(deps, 'waiting-list.manage');
  return new Hono()
    .post(
      '/invite',
      access,
      documentRoute({
        summary: 'Invite the pending entries by email, by id or all that match, 500 in each request',
        tag,
        ok: bulkEntriesResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', bulkEntriesRequest),
      async (context) => context.json(await inviteEntries(deps, context.req.valid('json'), context.var.caller.user.id)),
    )
    .post(
      '/reject',
      access,
      documentRoute({
        summary: 'Reject the pending entries, by id or all that match, 500 in each request',
        tag,
        ok: bulkEntriesResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', bulkEntriesRequest),
      async (context) => context.json(await rejectEntries(deps, context.req.valid('json'), context.var.caller.user.id)),
    )
    .post(
      '/put-back',
      access,
      documentRoute({
        summary: 'Make rejected entries pending again, by id or all that match, 500 in each request',
        tag,
        ok: bulkEntriesResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', bulkEntriesRequest),
      async (context) =>
        context.json(await putBackEntries(deps, context.req.valid('json'), context.var.caller.user.id)),
    )
    .post(
      '/undo',
      access,
      documentRoute({
        summary: 'Undo invitations, rejections and deletions of the last 30 seconds; only the same admin can',
        tag,
        ok: undoEntriesResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', undoRequest),
      async (context) =>
        context.json(await undoEntryActions(deps, context.req.valid('json').ids, context.var.caller.user.id)),
    )
    .post(
      '/resend',
      access,
      documentRoute({
        summary: 'Email invitations again, with a new link, to invited people without an account, 500 in each request',
        tag,
        ok: resendInvitationsResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', bulkEntriesRequest),
      async (context) =>
        context.json(await resendInvitations(deps, context.req.valid('json'), context.var.caller.user.id)),
    )
    .post(
      '/:id/resend',
      access,
      documentRoute({
        summary: 'Email an invitation again, with a new link',
        tag,
        ok: messageResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await resendInvitation(deps, context.req.valid('param').id, context.var.caller.user.id)),
    );
}
