import { type Context, Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { clientIp, listNetworks } from '../../http/client-ip.ts';
import { describe, parse } from '../../http/openapi.ts';
import { anyone } from '../../middleware/access.ts';
import { readBrowser } from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { waitingListAdminRoutes } from '#api/features/waiting-list/manager/manager.routes.ts';
import { intentInput, joinInput, messageAnswer, place, tokenInput } from './waiting-list.contract.ts';
import { answerForm } from '#api/features/waiting-list/form/form.service.ts';
import { joinWaitingList, type Origin } from './waiting-list.service.ts';
import { changeIntent, confirmPlace, findPlace, leaveList } from '#api/features/waiting-list/status/status.service.ts';

const tag = 'Waiting lists';

export function waitingListRoutes(deps: Deps) {
  const origin = (context: Context): Origin => ({
    networks: listNetworks(clientIp(context, deps.accounts.trustedProxies)),
    browser: readBrowser(deps, context),
  });
  const fails = ['validation_failed', 'unsupported_media_type', 'not_found'] as const;
  return new Hono()
    .post(
      '/',
      anyone,
      describe({
        summary: 'Joins a waiting list; 200 for an address that is on it already',
        tag,
        status: [201, 200],
        ok: messageAnswer,
        fails: ['validation_failed', 'unsupported_media_type', 'rate_limited'],
      }),
      parse('json', joinInput),
      async (context) => {
        const { message, isNew } = await joinWaitingList(deps, context.req.valid('json'), origin(context));
        return context.json({ message }, isNew ? 201 : 200);
      },
    )
    .post(
      '/form',
      anyone,
      describe({
        summary: 'The same as a plain form post (application/x-www-form-urlencoded), answered with a page',
        tag,
        status: 303,
        fails: ['validation_failed', 'forbidden', 'unsupported_media_type', 'rate_limited'],
      }),
      (context) => answerForm(deps, context, origin(context)),
    )
    .post(
      '/status',
      anyone,
      describe({ summary: 'The entry that a private link opens', tag, ok: place, fails: [...fails] }),
      parse('json', tokenInput),
      async (context) => context.json(await findPlace(deps, context.req.valid('json').token)),
    )
    .post(
      '/confirm',
      anyone,
      describe({ summary: 'Confirms the address of an entry', tag, ok: place, fails: [...fails] }),
      parse('json', tokenInput),
      async (context) => context.json(await confirmPlace(deps, context.req.valid('json').token)),
    )
    .put(
      '/intent',
      anyone,
      describe({ summary: 'Changes how the person plans to use the product', tag, ok: place, fails: [...fails] }),
      parse('json', intentInput),
      async (context) => {
        const { token, intent } = context.req.valid('json');
        return context.json(await changeIntent(deps, token, intent));
      },
    )
    .post(
      '/leave',
      anyone,
      describe({ summary: 'Leaves the list; the entry is deleted', tag, status: 204, fails: [...fails] }),
      parse('json', tokenInput),
      async (context) => {
        await leaveList(deps, context.req.valid('json').token);
        return context.body(null, 204);
      },
    )
    .route('/', waitingListAdminRoutes(deps));
}
