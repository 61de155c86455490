import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { mayRead } from '#api/endpoints/access.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { respondWithCsv } from '#api/http/export-queue.ts';
import { bulkResponse } from '#api/http/bulk-fields.ts';
import { idParams } from '#api/http/pagination.ts';
import { findAddressBlacklistings, removeAddressBlacklisting } from './blacklist/addresses.service.ts';
import { blacklistUser } from './blacklist/blacklist.service.ts';
import { unblacklistUser } from './blacklist/removal.service.ts';
import { bulkUpdateUsers } from './bulk/bulk.service.ts';
import { changeContact } from './contact/contact.service.ts';
import { cancelDeletion, scheduleDeletion } from './deletion/schedule.service.ts';
import { endUserPlan, giveUserPlan } from './detail/complimentary.service.ts';
import { getMadeKeys } from './detail/keys.service.ts';
import { getUserDetail } from './detail/detail.service.ts';
import { endDevice, endDevices, getUserSessions } from './detail/sessions.service.ts';
import { getUserPayments } from './detail/payments.service.ts';
import { addUserNote, deleteUserNote, getUserNotes } from './notes/notes.service.ts';
import { refundUserPayment } from './detail/refund.service.ts';
import { exportUsers } from './list/export.service.ts';
import { listUsers } from './list/list.service.ts';
import { changeUserRole } from './role/role.service.ts';
import { listTimeline } from './timeline/timeline.service.ts';
import {
  addNoteRequest,
  addressQuery,
  blacklistedAddressesResponse,
  blacklistUserRequest,
  bulkUsersRequest,
  changedNotesResponse,
  messageResponse,
  changeContactRequest,
  changeRoleRequest,
  complimentaryParams,
  deleteUserQuery,
  deviceParams,
  endDeviceResponse,
  exportUsersQuery,
  givePlanRequest,
  listUsersQuery,
  madeKeysResponse,
  noteParams,
  paymentParams,
  refundRequest,
  timelineQuery,
  timelineResponse,
  userActionResponse,
  userDetailResponse,
  userNotesResponse,
  userPaymentsResponse,
  userSessionsResponse,
  usersResponse,
} from './users.contract.ts';

const tag = 'Users (admin)';

export function userRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'anyone' })
    .include('/', readRoutes(deps))
    .include('/', paymentRoutes(deps))
    .include('/', actionRoutes(deps))
    .build();
}

function readRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'users.read' })
    .get(
      '/',
      { summary: 'List users, last signed in first', query: listUsersQuery, answer: usersResponse },
      async ({ query }) => ({ data: await listUsers(deps, query) }),
    )
    .get(
      '/export.csv',
      {
        summary: 'Export users as CSV: some, or all with the list’s filters',
        query: exportUsersQuery,
        answer: z.string(),
        contentType: 'text/csv',
      },
      ({ query, caller, context }) => {
        const prepare = () => exportUsers(deps, caller.user.id, query);
        return respondWithCsv(context, deps, prepare);
      },
    )
    .get(
      '/blacklisted-addresses',
      {
        summary: 'List what keeps an address from signing up, also after its account was deleted',
        reads: ['histories'],
        query: addressQuery,
        answer: blacklistedAddressesResponse,
      },
      async ({ query }) => ({ data: { addresses: await findAddressBlacklistings(deps, query.email) } }),
    )
    .get(
      '/:id',
      { summary: 'Get a user', params: idParams, answer: userDetailResponse, fails: ['not_found'] },
      async ({ params, caller }) => {
        const user = await getUserDetail(deps, caller.user.id, params.id);
        const customer = mayRead(caller, 'payments') ? user.stripe_customer : null;
        return { data: { user: { ...user, stripe_customer: customer } } };
      },
    )
    .get(
      '/:id/sessions',
      {
        summary: 'Get how often a user signed in and out of each product, and the devices that are signed in',
        reads: ['devices'],
        params: idParams,
        answer: userSessionsResponse,
        fails: ['not_found'],
      },
      async ({ params, caller }) => ({
        data: await getUserSessions(deps, params.id, caller.session.id),
      }),
    )
    .get(
      '/:id/payments',
      {
        summary: 'List a user’s payments, the newest first',
        reads: ['payments'],
        params: idParams,
        answer: userPaymentsResponse,
        fails: ['not_found'],
      },
      async ({ params, caller }) => ({ data: await getUserPayments(deps, params.id, caller.user.id) }),
    )
    .get(
      '/:id/notes',
      {
        summary: 'List what staff noted about a user, the newest first',
        reads: ['notes'],
        params: idParams,
        answer: userNotesResponse,
        fails: ['not_found'],
      },
      async ({ params, caller }) => ({
        data: { notes: await getUserNotes(deps, caller.user.id, params.id) },
      }),
    )
    .get(
      '/:id/api-keys',
      {
        summary: 'List the API keys that a user made and that are in use',
        params: idParams,
        reads: ['system'],
        answer: madeKeysResponse,
      },
      async ({ params }) => ({ data: { keys: await getMadeKeys(deps, params.id) } }),
    )
    .get(
      '/:id/timeline',
      {
        summary: 'List sign-ins, emails, payments and what admins did, the newest first',
        reads: ['histories', 'mail', 'payments'],
        params: idParams,
        query: timelineQuery,
        answer: timelineResponse,
        fails: ['not_found'],
      },
      async ({ params, query, caller }) => ({
        data: await listTimeline(deps, params.id, {
          ...query,
          viewerId: caller.user.id,
        }),
      }),
    )
    .build();
}

/** What is done about the money of a user. */
function paymentRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'billing.manage' })
    .post(
      '/:id/payments/:invoiceId/refund',
      {
        summary:
          'Refund a payment, all or a part; the customer gets an email. Repeating it with its key refunds nothing more',
        params: paymentParams,
        body: refundRequest,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => refundUserPayment(deps, caller.user.id, params, body),
    )
    .post(
      '/:id/complimentary-plans',
      {
        summary: 'Give a user a plan free of charge, until a time or without an end; the user gets an email',
        params: idParams,
        body: givePlanRequest,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => giveUserPlan(deps, caller.user.id, params.id, body),
    )
    .delete(
      '/:id/complimentary-plans/:planId',
      {
        summary: 'End a plan that a user was given free of charge; the user gets an email',
        params: complimentaryParams,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => endUserPlan(deps, caller.user.id, params),
    )
    .build();
}

function actionRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'users.manage' })
    .post(
      '/bulk',
      {
        summary: 'Blacklist several users or remove their blacklist, by id or all that match, 50 in each request',
        body: bulkUsersRequest,
        answer: bulkResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => bulkUpdateUsers(deps, body, caller.user.id),
    )
    .delete(
      '/blacklisted-addresses/:id',
      {
        summary: 'Let an address sign up again whose blacklisting outlived its account',
        params: idParams,
        answer: messageResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => removeAddressBlacklisting(deps, caller.user.id, params.id),
    )
    .post(
      '/:id/blacklist',
      {
        summary:
          'Blacklist a user, until a time or an admin removes it; all their sessions end, and their subscriptions if asked',
        params: idParams,
        body: blacklistUserRequest,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => blacklistUser(deps, caller.user.id, params.id, body),
    )
    .delete(
      '/:id/blacklist',
      {
        summary: 'Remove a user from the blacklist',
        params: idParams,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => unblacklistUser(deps, caller.user.id, params.id),
    )
    .post(
      '/:id/notes',
      {
        summary: 'Note something about a user; the user gets it with an export of their data',
        params: idParams,
        body: addNoteRequest,
        answer: changedNotesResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => addUserNote(deps, caller.user.id, params.id, body.body),
    )
    .delete(
      '/:id/notes/:noteId',
      { summary: 'Delete a note of yours', params: noteParams, answer: changedNotesResponse, fails: ['not_found'] },
      ({ params, caller }) => deleteUserNote(deps, caller.user.id, params),
    )
    .put(
      '/:id/contact',
      {
        summary: 'Change a user’s name and email address; both addresses are told, and sessions end if asked',
        params: idParams,
        body: changeContactRequest,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => changeContact(deps, caller.user.id, params.id, body),
    )
    .put(
      '/:id/role',
      {
        summary: 'Change a user’s role; it applies from the next request',
        params: idParams,
        body: changeRoleRequest,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => changeUserRole(deps, caller.user.id, params.id, body),
    )
    .delete(
      '/:id',
      {
        summary: 'Delete a user in 30 seconds, until when it can be undone; subscriptions are cancelled first',
        params: idParams,
        query: deleteUserQuery,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, query, caller }) => scheduleDeletion(deps, caller.user.id, params.id, query.keepKeys),
    )
    .post(
      '/:id/cancel-deletion',
      {
        summary: 'Stop a deletion that failed and waits for its next attempt',
        params: idParams,
        answer: userActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => cancelDeletion(deps, caller.user.id, params.id),
    )
    .delete(
      '/:id/devices',
      {
        summary: 'End all sessions of a user, but not your own present one',
        params: idParams,
        answer: endDeviceResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => endDevices(deps, caller, params.id),
    )
    .delete(
      '/:id/devices/:sessionId',
      { summary: 'End a session of a user', params: deviceParams, answer: endDeviceResponse, fails: ['not_found'] },
      ({ params, caller }) => endDevice(deps, caller, params),
    )
    .build();
}
