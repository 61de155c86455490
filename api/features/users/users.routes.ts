import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { respondWithCsv } from '#api/http/export-queue.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { findAddressBlacklistings, removeAddressBlacklisting } from './blacklist/addresses.service.ts';
import { blacklistUser } from './blacklist/blacklist.service.ts';
import { unblacklistUser } from './blacklist/removal.service.ts';
import { changeContact } from './contact/contact.service.ts';
import { cancelDeletion, scheduleDeletion } from './deletion/schedule.service.ts';
import { getUserDetail } from './detail/detail.service.ts';
import { endDevice, endDevices, getUserSessions } from './detail/sessions.service.ts';
import { getUserPayments } from './detail/payments.service.ts';
import { addUserNote, deleteUserNote, getUserNotes } from './notes/notes.service.ts';
import { refundUserPayment } from './detail/refund.service.ts';
import { exportUsers } from './list/export.service.ts';
import { listUsers } from './list/list.service.ts';
import { changeUserRole } from './role/role.service.ts';
import { listTimeline } from './timeline/timeline.service.ts';
import { undoUserAction } from './undo/undo.service.ts';
import {
  addNoteRequest,
  addressQuery,
  blacklistedAddressesResponse,
  blacklistUserRequest,
  changedNotesResponse,
  messageResponse,
  changeContactRequest,
  changeRoleRequest,
  deviceParams,
  endDeviceResponse,
  exportUsersQuery,
  listUsersQuery,
  noteParams,
  paymentParams,
  refundRequest,
  timelineQuery,
  timelineResponse,
  undoRequest,
  userActionResponse,
  userDetailResponse,
  userNotesResponse,
  userPaymentsResponse,
  userSessionsResponse,
  usersResponse,
} from './users.contract.ts';

const tag = 'Users (admin)';

export function userRoutes(deps: Deps) {
  return new Hono().route('/', readRoutes(deps)).route('/', paymentRoutes(deps)).route('/', actionRoutes(deps));
}

function readRoutes(deps: Deps) {
  const canRead = requirePermission(deps, 'users.read');
  return new Hono()
    .get(
      '/',
      canRead,
      documentRoute({ summary: 'List users, last signed in first', tag, ok: usersResponse }),
      validateRequest('query', listUsersQuery),
      async (context) => context.json({ data: await listUsers(deps, context.req.valid('query')) }),
    )
    .get(
      '/export.csv',
      canRead,
      documentRoute({
        summary: 'Export users as CSV: some, or all with the list’s filters',
        tag,
        ok: z.string(),
        contentType: 'text/csv',
      }),
      validateRequest('query', exportUsersQuery),
      async (context) => {
        const prepare = () => exportUsers(deps, context.var.caller.user.id, context.req.valid('query'));
        return respondWithCsv(context, deps, prepare);
      },
    )
    .get(
      '/blacklisted-addresses',
      canRead,
      documentRoute({
        summary: 'List what keeps an address from signing up, also after its account was deleted',
        tag,
        ok: blacklistedAddressesResponse,
      }),
      validateRequest('query', addressQuery),
      async (context) =>
        context.json({ data: { addresses: await findAddressBlacklistings(deps, context.req.valid('query').email) } }),
    )
    .get(
      '/:id',
      canRead,
      documentRoute({ summary: 'Get a user', tag, ok: userDetailResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) =>
        context.json({
          data: { user: await getUserDetail(deps, context.var.caller.user.id, context.req.valid('param').id) },
        }),
    )
    .get(
      '/:id/sessions',
      canRead,
      documentRoute({
        summary: 'Get how often a user signed in and out of each product, and the devices that are signed in',
        tag,
        ok: userSessionsResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json({
          data: await getUserSessions(deps, context.req.valid('param').id, context.var.caller.session.id),
        }),
    )
    .get(
      '/:id/payments',
      canRead,
      documentRoute({
        summary: 'List a user’s payments, the newest first',
        tag,
        ok: userPaymentsResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json({ data: await getUserPayments(deps, context.req.valid('param').id, context.var.caller.user.id) }),
    )
    .get(
      '/:id/notes',
      canRead,
      documentRoute({
        summary: 'List what staff noted about a user, the newest first',
        tag,
        ok: userNotesResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json({
          data: { notes: await getUserNotes(deps, context.var.caller.user.id, context.req.valid('param').id) },
        }),
    )
    .get(
      '/:id/timeline',
      canRead,
      documentRoute({
        summary: 'List sign-ins, emails, payments and what admins did, the newest first',
        tag,
        ok: timelineResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      validateRequest('query', timelineQuery),
      async (context) =>
        context.json({
          data: await listTimeline(deps, context.req.valid('param').id, {
            ...context.req.valid('query'),
            viewerId: context.var.caller.user.id,
          }),
        }),
    );
}

/** What is done about the money of a user. */
function paymentRoutes(deps: Deps) {
  return new Hono().post(
    '/:id/payments/:invoiceId/refund',
    requirePermission(deps, 'billing.manage'),
    documentRoute({
      summary:
        'Refund a payment, all or a part; the customer gets an email. Repeating it with its key refunds nothing more',
      tag,
      ok: userActionResponse,
      fails: ['not_found', 'conflict'],
    }),
    validateRequest('param', paymentParams),
    validateRequest('json', refundRequest),
    async (context) =>
      context.json(
        await refundUserPayment(
          deps,
          context.var.caller.user.id,
          context.req.valid('param'),
          context.req.valid('json'),
        ),
      ),
  );
}

function actionRoutes(deps: Deps) {
  const canManage = requirePermission(deps, 'users.manage');
  return new Hono()
    .post(
      '/undo',
      canManage,
      documentRoute({
        summary: 'Undo your blacklisting, its removal or your deletion of a user within 30 seconds',
        tag,
        ok: userActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('json', undoRequest),
      async (context) =>
        context.json(await undoUserAction(deps, context.var.caller.user.id, context.req.valid('json').id)),
    )
    .delete(
      '/blacklisted-addresses/:id',
      canManage,
      documentRoute({
        summary: 'Let an address sign up again whose blacklisting outlived its account',
        tag,
        ok: messageResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await removeAddressBlacklisting(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .post(
      '/:id/blacklist',
      canManage,
      documentRoute({
        summary:
          'Blacklist a user, until a time or an admin removes it; all their sessions end, and their subscriptions if asked',
        tag,
        ok: userActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', blacklistUserRequest),
      async (context) =>
        context.json(
          await blacklistUser(
            deps,
            context.var.caller.user.id,
            context.req.valid('param').id,
            context.req.valid('json'),
          ),
        ),
    )
    .delete(
      '/:id/blacklist',
      canManage,
      documentRoute({
        summary: 'Remove a user from the blacklist',
        tag,
        ok: userActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await unblacklistUser(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .post(
      '/:id/notes',
      canManage,
      documentRoute({
        summary: 'Note something about a user; the user gets it with an export of their data',
        tag,
        ok: changedNotesResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', addNoteRequest),
      async (context) =>
        context.json(
          await addUserNote(
            deps,
            context.var.caller.user.id,
            context.req.valid('param').id,
            context.req.valid('json').body,
          ),
        ),
    )
    .delete(
      '/:id/notes/:noteId',
      canManage,
      documentRoute({ summary: 'Delete a note of yours', tag, ok: changedNotesResponse, fails: ['not_found'] }),
      validateRequest('param', noteParams),
      async (context) =>
        context.json(await deleteUserNote(deps, context.var.caller.user.id, context.req.valid('param'))),
    )
    .put(
      '/:id/contact',
      canManage,
      documentRoute({
        summary: 'Change a user’s name and email address; both addresses are told, and sessions end if asked',
        tag,
        ok: userActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', changeContactRequest),
      async (context) =>
        context.json(
          await changeContact(
            deps,
            context.var.caller.user.id,
            context.req.valid('param').id,
            context.req.valid('json'),
          ),
        ),
    )
    .put(
      '/:id/role',
      canManage,
      documentRoute({
        summary: 'Change a user’s role; it applies from the next request',
        tag,
        ok: userActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', changeRoleRequest),
      async (context) =>
        context.json(
          await changeUserRole(
            deps,
            context.var.caller.user.id,
            context.req.valid('param').id,
            context.req.valid('json').role,
          ),
        ),
    )
    .delete(
      '/:id',
      canManage,
      documentRoute({
        summary: 'Delete a user in 30 seconds, until when it can be undone; subscriptions are cancelled first',
        tag,
        ok: userActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await scheduleDeletion(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .post(
      '/:id/cancel-deletion',
      canManage,
      documentRoute({
        summary: 'Stop a deletion that failed and waits for its next attempt',
        tag,
        ok: userActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await cancelDeletion(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .delete(
      '/:id/devices',
      canManage,
      documentRoute({
        summary: 'End all sessions of a user, but not your own present one',
        tag,
        ok: endDeviceResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await endDevices(deps, context.var.caller, context.req.valid('param').id)),
    )
    .delete(
      '/:id/devices/:sessionId',
      canManage,
      documentRoute({ summary: 'End a session of a user', tag, ok: endDeviceResponse, fails: ['not_found'] }),
      validateRequest('param', deviceParams),
      async (context) => context.json(await endDevice(deps, context.var.caller, context.req.valid('param'))),
    );
}
