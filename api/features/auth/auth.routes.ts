import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { clientIp, listNetworks } from '../../http/client-ip.ts';
import { describe, parse } from '../../http/openapi.ts';
import { anyone, signedIn, signedInOrHandoff } from '../../middleware/access.ts';
import { toUserJson } from '#api/features/users/users.mapper.ts';
import {
  endedAnswer,
  formTokenAnswer,
  handoffAnswer,
  handoffInput,
  linkAccountResponse,
  linkInput,
  meAnswer,
  sessionsAnswer,
  signedInAnswer,
  startAnswer,
  startInput,
  verifyInput,
} from './auth.contract.ts';
import {
  type Browser,
  newBrowser,
  readBrowser,
  rememberBrowser,
  withKnown,
} from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { issueFormToken } from '#api/features/auth/bot-check/bot-check.service.ts';
import {
  endOtherSessions,
  endSession,
  handOff,
  listSessions,
  signOut,
} from '#api/features/auth/sessions/sessions.service.ts';
import { startSignIn } from '#api/features/auth/sign-in/start.service.ts';
import { getLinkAccount, verifyCode, verifyLink } from '#api/features/auth/sign-in/verify.service.ts';

const tag = 'Sign-in';
const sessionParam = z.object({ id: z.string().min(1).max(64) });

/** Signing in by a mailed code or link, and the sessions that come of it. */
export function authRoutes(deps: Deps) {
  return new Hono().route('/', signInRoutes(deps)).route('/', sessionRoutes(deps));
}

function signInRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/form-token',
      anyone,
      describe({ summary: 'A signed time for a form that a person is about to fill in', tag, ok: formTokenAnswer }),
      (context) => context.json({ form_token: issueFormToken(deps) }),
    )
    .post(
      '/email/start',
      anyone,
      describe({
        summary: 'Mails a code; the same answer in the same time whether there is an account or not',
        tag,
        ok: startAnswer,
        fails: ['validation_failed', 'rate_limited'],
      }),
      parse('json', startInput),
      async (context) => {
        const browser = readBrowser(deps, context) ?? newBrowser();
        const { networks } = originOf(deps, context);
        const answer = await startSignIn(deps, context.req.valid('json'), { browser, networks });
        rememberBrowser(deps, context, browser);
        return context.json(answer);
      },
    )
    .post(
      '/email/verify',
      anyone,
      describe({
        summary: 'Signs in with the mailed code; a wrong, used or expired code is 400, the same for all',
        tag,
        ok: signedInAnswer,
        fails: ['validation_failed', 'forbidden', 'rate_limited'],
      }),
      parse('json', verifyInput),
      async (context) => {
        const origin = originOf(deps, context);
        const answer = await verifyCode(deps, context.req.valid('json'), origin);
        rememberAs(deps, context, origin.browser, answer.user.email);
        return context.json(answer);
      },
    )
    .post(
      '/email/link/account',
      anyone,
      describe({
        summary: 'Whose account a mailed link opens; the link stays valid',
        tag,
        ok: linkAccountResponse,
        fails: ['validation_failed', 'rate_limited'],
      }),
      parse('json', linkInput),
      async (context) =>
        context.json(await getLinkAccount(deps, context.req.valid('json').token, originOf(deps, context).networks)),
    )
    .post(
      '/email/link',
      anyone,
      describe({
        summary: 'Signs in with the secret of the mailed link, on any device',
        tag,
        ok: signedInAnswer,
        fails: ['validation_failed', 'forbidden', 'rate_limited'],
      }),
      parse('json', linkInput),
      async (context) => {
        const origin = originOf(deps, context);
        const answer = await verifyLink(deps, context.req.valid('json').token, origin);
        rememberAs(deps, context, origin.browser, answer.user.email);
        return context.json(answer);
      },
    );
}

function sessionRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/me',
      signedInOrHandoff(deps),
      describe({ summary: 'Who is signed in', tag, ok: meAnswer, fails: ['unauthenticated', 'forbidden'] }),
      (context) => context.json({ user: toUserJson(context.var.caller.user) }),
    )
    .post(
      '/logout',
      signedInOrHandoff(deps),
      describe({ summary: 'Ends this session', tag, status: 204, fails: ['unauthenticated', 'forbidden'] }),
      async (context) => {
        await signOut(deps, context.var.caller);
        return context.body(null, 204);
      },
    )
    .post(
      '/handoff',
      signedIn(deps),
      describe({
        summary: 'Where to go after signing in: the callback address with a session of its own, or /',
        tag,
        ok: handoffAnswer,
        fails: ['validation_failed', 'unauthenticated', 'forbidden'],
      }),
      parse('json', handoffInput),
      async (context) => {
        const { callbackUrl } = context.req.valid('json');
        return context.json({ url: await handOff(deps, context.var.caller, callbackUrl, originOf(deps, context)) });
      },
    )
    .get(
      '/sessions',
      signedIn(deps),
      describe({
        summary: 'Where you are signed in',
        tag,
        ok: sessionsAnswer,
        fails: ['unauthenticated', 'forbidden'],
      }),
      async (context) => context.json({ sessions: await listSessions(deps, context.var.caller) }),
    )
    .delete(
      '/sessions',
      signedIn(deps),
      describe({ summary: 'Ends all other sessions', tag, ok: endedAnswer, fails: ['unauthenticated', 'forbidden'] }),
      async (context) => context.json({ ended: await endOtherSessions(deps, context.var.caller) }),
    )
    .delete(
      '/sessions/:id',
      signedIn(deps),
      describe({
        summary: 'Ends one of your sessions',
        tag,
        status: 204,
        fails: ['validation_failed', 'unauthenticated', 'forbidden', 'not_found'],
      }),
      parse('param', sessionParam),
      async (context) => {
        await endSession(deps, context.var.caller, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}

/** The browser has signed in as this address: from now on it has budgets of its own. */
function rememberAs(deps: Deps, context: Context, browser: Browser | null, email: string): void {
  rememberBrowser(deps, context, withKnown(deps, browser ?? newBrowser(), email));
}

function originOf(deps: Deps, context: Context) {
  const ip = clientIp(context, deps.accounts.trustedProxies);
  return {
    ip,
    networks: listNetworks(ip),
    userAgent: context.req.header('User-Agent') ?? '',
    browser: readBrowser(deps, context),
  };
}
