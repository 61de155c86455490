import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { listSuppressedAddresses, suppressAddress, unsuppressAddress } from './addresses.service.ts';
import {
  addressParams,
  addressRequest,
  listAddressesQuery,
  listOutboxQuery,
  outboxActionResponse,
  outboxEmailResponse,
  outboxResponse,
  suppressedAddressesResponse,
} from './manager.contract.ts';
import { getEmail, listEmails, resendEmail, retryEmail, suppressEmail } from './manager.service.ts';

const tag = 'Email';

/** The emails of the outbox. */
export function mailManagerRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'mail.manage' })
    .get(
      '/',
      {
        summary: 'List the emails of the outbox, newest first',
        access: 'mail.read',
        query: listOutboxQuery,
        answer: outboxResponse,
      },
      ({ query }) => listEmails(deps, query),
    )
    .get(
      '/:id',
      {
        summary: 'Get an email as its receiver sees it, with codes and private links masked',
        access: 'mail.read',
        params: idParams,
        answer: outboxEmailResponse,
        fails: ['not_found'],
      },
      ({ params }) => getEmail(deps, params.id),
    )
    .post(
      '/:id/retry',
      {
        summary: 'Send an email now that failed or waits for its next attempt',
        params: idParams,
        answer: outboxActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => retryEmail(deps, caller.user.id, params.id),
    )
    .post(
      '/:id/resend',
      {
        summary: 'Send a copy of an email that was sent',
        params: idParams,
        answer: outboxActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => resendEmail(deps, caller.user.id, params.id),
    )
    .post(
      '/:id/suppress',
      {
        summary: 'Take an email out of the queue, so that it isn’t sent',
        params: idParams,
        answer: outboxActionResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => suppressEmail(deps, caller.user.id, params.id),
    )
    .build();
}

/** The addresses that get no email except sign-in codes. */
export function suppressedAddressRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'mail.manage' })
    .get(
      '/',
      {
        summary: 'List the suppressed addresses, newest first',
        access: 'mail.read',
        query: listAddressesQuery,
        answer: suppressedAddressesResponse,
      },
      ({ query }) => listSuppressedAddresses(deps, query),
    )
    .post(
      '/suppress',
      {
        summary: 'Send no more email to an address, except sign-in codes',
        body: addressRequest,
        answer: outboxActionResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => suppressAddress(deps, caller.user.id, body.email),
    )
    .delete(
      '/:email',
      {
        summary: 'Send email to a suppressed address again',
        params: addressParams,
        answer: outboxActionResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => unsuppressAddress(deps, caller.user.id, params.email),
    )
    .build();
}
