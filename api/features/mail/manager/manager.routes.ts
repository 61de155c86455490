import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
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
  const canRead = requirePermission(deps, 'mail.read');
  const canManage = requirePermission(deps, 'mail.manage');
  return new Hono()
    .get(
      '/',
      canRead,
      documentRoute({ summary: 'List the emails of the outbox, newest first', tag, ok: outboxResponse }),
      validateRequest('query', listOutboxQuery),
      async (context) => context.json(await listEmails(deps, context.req.valid('query'))),
    )
    .get(
      '/:id',
      canRead,
      documentRoute({
        summary: 'Get an email as its receiver sees it, with codes and private links masked',
        tag,
        ok: outboxEmailResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await getEmail(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/retry',
      canManage,
      documentRoute({
        summary: 'Send an email now that failed or waits for its next attempt',
        tag,
        ok: outboxActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await retryEmail(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .post(
      '/:id/resend',
      canManage,
      documentRoute({
        summary: 'Send a copy of an email that was sent',
        tag,
        ok: outboxActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await resendEmail(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .post(
      '/:id/suppress',
      canManage,
      documentRoute({
        summary: 'Take an email out of the queue, so that it isn’t sent',
        tag,
        ok: outboxActionResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await suppressEmail(deps, context.var.caller.user.id, context.req.valid('param').id)),
    );
}

/** The addresses that get no email except sign-in codes. */
export function suppressedAddressRoutes(deps: Deps) {
  const canManage = requirePermission(deps, 'mail.manage');
  return new Hono()
    .get(
      '/',
      requirePermission(deps, 'mail.read'),
      documentRoute({ summary: 'List the suppressed addresses, newest first', tag, ok: suppressedAddressesResponse }),
      validateRequest('query', listAddressesQuery),
      async (context) => context.json(await listSuppressedAddresses(deps, context.req.valid('query'))),
    )
    .post(
      '/suppress',
      canManage,
      documentRoute({
        summary: 'Send no more email to an address, except sign-in codes',
        tag,
        ok: outboxActionResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', addressRequest),
      async (context) =>
        context.json(await suppressAddress(deps, context.var.caller.user.id, context.req.valid('json').email)),
    )
    .delete(
      '/:email',
      canManage,
      documentRoute({
        summary: 'Send email to a suppressed address again',
        tag,
        ok: outboxActionResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', addressParams),
      async (context) =>
        context.json(await unsuppressAddress(deps, context.var.caller.user.id, context.req.valid('param').email)),
    );
}
