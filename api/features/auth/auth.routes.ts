import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { readClient } from '#api/http/client-ip.ts';
import { tokenField } from '#api/http/fields.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { allowAnyone, requireSession, signedInOrHandoff } from '#api/middleware/access.ts';
import {
  revokeSessionsResponse,
  formTokenResponse,
  handoffResponse,
  handoffRequest,
  linkAccountResponse,
  verifyLinkRequest,
  currentUserResponse,
  sessionsResponse,
  signInResponse,
  startSignInResponse,
  startSignInRequest,
  verifyCodeRequest,
} from './auth.contract.ts';
import {
  type KnownBrowser,
  createKnownBrowser,
  readBrowserCookie,
  setBrowserCookie,
  addKnownAccount,
} from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { issueFormToken } from '#api/features/auth/bot-check/bot-check.service.ts';
import {
  revokeOtherSessions,
  revokeSession,
  createHandoff,
  getCurrentUser,
  listSessions,
  signOut,
} from '#api/features/auth/sessions/sessions.service.ts';
import { startSignIn } from '#api/features/auth/sign-in/start.service.ts';
import { getLinkAccount, verifyCode, verifyLink } from '#api/features/auth/sign-in/verify.service.ts';

const tag = 'Sign-in';
const sessionParams = z.object({ id: tokenField('Session not found', { min: 1, max: 64 }) });

/** Sign-in by an emailed code or link, and sessions. */
export function authRoutes(deps: Deps) {
  return new Hono().route('/', signInRoutes(deps)).route('/', sessionRoutes(deps));
}

function signInRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/form-token',
      allowAnyone,
      documentRoute({
        summary: 'Get a signed timestamp for a form',
        tag,
        ok: formTokenResponse,
      }),
      (context) => context.json({ form_token: issueFormToken(deps) }),
    )
    .post(
      '/email/start',
      allowAnyone,
      documentRoute({
        summary: 'Email a sign-in code; same response and timing whether or not the account exists',
        tag,
        ok: startSignInResponse,
        fails: ['rate_limited'],
      }),
      validateRequest('json', startSignInRequest),
      async (context) => {
        const browser = readBrowserCookie(deps, context) ?? createKnownBrowser();
        const { networks } = getRequestOrigin(deps, context);
        const result = await startSignIn(deps, context.req.valid('json'), { browser, networks });
        setBrowserCookie(deps, context, browser);
        return context.json(result);
      },
    )
    .post(
      '/email/verify',
      allowAnyone,
      documentRoute({
        summary: 'Sign in with the emailed code; a wrong, used or expired code gives the same 400',
        tag,
        ok: signInResponse,
        fails: ['forbidden', 'rate_limited'],
      }),
      validateRequest('json', verifyCodeRequest),
      async (context) => {
        const origin = getRequestOrigin(deps, context);
        const result = await verifyCode(deps, context.req.valid('json'), origin);
        rememberSignIn(deps, context, origin.browser, result.user.email);
        return context.json(result);
      },
    )
    .post(
      '/email/link/account',
      allowAnyone,
      documentRoute({
        summary: 'Get the account that an emailed link opens; the link stays valid',
        tag,
        ok: linkAccountResponse,
        fails: ['rate_limited'],
      }),
      validateRequest('json', verifyLinkRequest),
      async (context) =>
        context.json(
          await getLinkAccount(deps, context.req.valid('json').token, getRequestOrigin(deps, context).networks),
        ),
    )
    .post(
      '/email/link',
      allowAnyone,
      documentRoute({
        summary: 'Sign in with the token from the emailed link, on any device',
        tag,
        ok: signInResponse,
        fails: ['forbidden', 'rate_limited'],
      }),
      validateRequest('json', verifyLinkRequest),
      async (context) => {
        const origin = getRequestOrigin(deps, context);
        const result = await verifyLink(deps, context.req.valid('json').token, origin);
        rememberSignIn(deps, context, origin.browser, result.user.email);
        return context.json(result);
      },
    );
}

function sessionRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/me',
      signedInOrHandoff(deps),
      documentRoute({ summary: 'Get the signed-in user', tag, ok: currentUserResponse }),
      (context) => context.json(getCurrentUser(context.var.caller)),
    )
    .post(
      '/logout',
      signedInOrHandoff(deps),
      documentRoute({ summary: 'End this session', tag, status: 204 }),
      async (context) => {
        await signOut(deps, context.var.caller);
        return context.body(null, 204);
      },
    )
    .post(
      '/handoff',
      requireSession(deps),
      documentRoute({
        summary: 'Get the address to open after sign-in: the callback URL with its own session, or /',
        tag,
        ok: handoffResponse,
      }),
      validateRequest('json', handoffRequest),
      async (context) => {
        const { callbackUrl } = context.req.valid('json');
        return context.json({
          url: await createHandoff(deps, context.var.caller, callbackUrl, getRequestOrigin(deps, context)),
        });
      },
    )
    .get(
      '/sessions',
      requireSession(deps),
      documentRoute({ summary: 'List your sessions', tag, ok: sessionsResponse }),
      async (context) => context.json({ sessions: await listSessions(deps, context.var.caller) }),
    )
    .delete(
      '/sessions',
      requireSession(deps),
      documentRoute({ summary: 'End all other sessions', tag, ok: revokeSessionsResponse }),
      async (context) => context.json({ ended: await revokeOtherSessions(deps, context.var.caller) }),
    )
    .delete(
      '/sessions/:id',
      requireSession(deps),
      documentRoute({ summary: 'End one of your sessions', tag, status: 204, fails: ['not_found'] }),
      validateRequest('param', sessionParams),
      async (context) => {
        await revokeSession(deps, context.var.caller, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}

/** The browser has signed in as this address: from now on it has budgets of its own. */
function rememberSignIn(deps: Deps, context: Context, browser: KnownBrowser | null, email: string): void {
  setBrowserCookie(deps, context, addKnownAccount(deps, browser ?? createKnownBrowser(), email));
}

function getRequestOrigin(deps: Deps, context: Context) {
  return {
    ...readClient(context, deps),
    userAgent: context.req.header('User-Agent') ?? '',
    browser: readBrowserCookie(deps, context),
  };
}
