import type { Context } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { readClient } from '#api/http/client-ip.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { tokenField } from '#api/http/fields.ts';
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
  return endpoints(deps, { tag, access: 'anyone' })
    .include('/', signInRoutes(deps))
    .include('/', sessionRoutes(deps))
    .build();
}

function signInRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'anyone' })
    .get('/form-token', { summary: 'Get a signed timestamp for a form', answer: formTokenResponse }, () => ({
      form_token: issueFormToken(deps),
    }))
    .post(
      '/email/start',
      {
        summary: 'Email a sign-in code; same response and timing whether or not the account exists',
        body: startSignInRequest,
        answer: startSignInResponse,
        fails: ['rate_limited'],
      },
      async ({ body, context }) => {
        const browser = readBrowserCookie(deps, context) ?? createKnownBrowser();
        const { networks } = getRequestOrigin(deps, context);
        const result = await startSignIn(deps, body, { browser, networks });
        setBrowserCookie(deps, context, browser);
        return result;
      },
    )
    .post(
      '/email/verify',
      {
        summary: 'Sign in with the emailed code; a wrong, used or expired code gives the same 400',
        body: verifyCodeRequest,
        answer: signInResponse,
        fails: ['forbidden', 'rate_limited'],
      },
      async ({ body, context }) => {
        const origin = getRequestOrigin(deps, context);
        const result = await verifyCode(deps, body, origin);
        rememberSignIn(deps, context, origin.browser, result.user.email);
        return result;
      },
    )
    .post(
      '/email/link/account',
      {
        summary: 'Get the account that an emailed link opens; the link stays valid',
        body: verifyLinkRequest,
        answer: linkAccountResponse,
        fails: ['rate_limited'],
      },
      ({ body, context }) => getLinkAccount(deps, body.token, getRequestOrigin(deps, context).networks),
    )
    .post(
      '/email/link',
      {
        summary: 'Sign in with the token from the emailed link, on any device',
        body: verifyLinkRequest,
        answer: signInResponse,
        fails: ['forbidden', 'rate_limited'],
      },
      async ({ body, context }) => {
        const origin = getRequestOrigin(deps, context);
        const result = await verifyLink(deps, body.token, origin);
        rememberSignIn(deps, context, origin.browser, result.user.email);
        return result;
      },
    )
    .build();
}

function sessionRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'signed-in' })
    .get(
      '/me',
      { summary: 'Get the signed-in user', access: 'signed-in-or-handoff', answer: currentUserResponse },
      ({ caller }) => getCurrentUser(caller),
    )
    .post('/logout', { summary: 'End this session', access: 'signed-in-or-handoff' }, ({ caller }) =>
      signOut(deps, caller),
    )
    .post(
      '/handoff',
      {
        summary: 'Get the address to open after sign-in: the callback URL with its own session, or /',
        body: handoffRequest,
        answer: handoffResponse,
      },
      async ({ body, caller, context }) => ({
        url: await createHandoff(deps, caller, body.callbackUrl, getRequestOrigin(deps, context)),
      }),
    )
    .get('/sessions', { summary: 'List your sessions', answer: sessionsResponse }, async ({ caller }) => ({
      sessions: await listSessions(deps, caller),
    }))
    .delete('/sessions', { summary: 'End all other sessions', answer: revokeSessionsResponse }, async ({ caller }) => ({
      ended: await revokeOtherSessions(deps, caller),
    }))
    .delete(
      '/sessions/:id',
      { summary: 'End one of your sessions', params: sessionParams, fails: ['not_found'] },
      ({ params, caller }) => revokeSession(deps, caller, params.id),
    )
    .build();
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
