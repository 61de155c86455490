import { sql } from 'drizzle-orm';
import { outbox, signInChallenges } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { isDeliveryStalled } from '#api/features/mail/outbox/outbox.service.ts';
import type { startSignInResponse, startSignInRequest } from '#api/features/auth/auth.contract.ts';
import {
  type KnownBrowser,
  hashBrowserId,
  isKnownBrowser,
} from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { parseCallbackUrl, toCallbackParameter } from '#api/domain/callback-url.ts';
import { CODE_TTL_MS, createChallenge } from '#api/features/auth/challenges/challenges.service.ts';
import { type BotCheckResult, checkForBot } from '#api/features/auth/bot-check/bot-check.service.ts';
import { createBreakerHit } from '#api/features/auth/bot-check/breaker.service.ts';
import { consumeLimitsOrRequireProof } from '#api/features/auth/bot-check/proof-of-work.service.ts';
import { type RateLimitHit, rateLimitRules, createNetworkHits } from '#api/features/rate-limits/rate-limits.service.ts';

const EXPIRES_IN_SECONDS = CODE_TTL_MS / 1000;
const SAVED_TO_OUTBOX =
  'This site doesn’t send email. Your code is saved in the outbox on its server and works for 10 minutes.';
const RESEND_IN_SECONDS = rateLimitRules.startCooldown.windowMs / 1000;

type Start = z.output<typeof startSignInRequest>;

/**
 * Mails a code to an address. Whether there is an account is looked up nowhere on the way, so the answer and its time
 * are the same for everyone, also for blacklisted users, who read why once they have the code.
 * @throws rate_limited; unavailable while mails do not get out.
 */
export async function startSignIn(
  deps: Deps,
  input: Start,
  from: { browser: KnownBrowser; networks: readonly string[] },
): Promise<z.infer<typeof startSignInResponse>> {
  const botCheck = checkForBot(deps, input);
  if (await isDeliveryStalled(deps)) {
    throw new AppError('unavailable', 'We can’t send email right now. Try again in a few minutes.', {
      retryAfterSeconds: 60,
    });
  }
  if (botCheck !== 'bot') {
    await consumeStartLimits(deps, input, botCheck, from);
    await sendCode(deps, input, from.browser);
  }
  const times = { expires_in: EXPIRES_IN_SECONDS, resend_in: RESEND_IN_SECONDS };
  if (deps.accounts.isEmailSavedToFiles) return { message: SAVED_TO_OUTBOX, ...times, delivery: 'outbox' };
  return { message: 'We’ve emailed you a code. It works for 10 minutes.', ...times };
}

async function consumeStartLimits(
  deps: Deps,
  { email, proofOfWork }: Start,
  botCheck: BotCheckResult,
  { browser, networks }: { browser: KnownBrowser; networks: readonly string[] },
): Promise<void> {
  const isReturningBrowser = isKnownBrowser(deps, browser, email);
  // A known browser has its own rate limit, so that a stranger cannot use up the one of the owner.
  const limitSubject = isReturningBrowser ? `${email} ${browser.id}` : email;
  const { startCooldown, startHour, startDay, startNetwork, startUnverifiedNetwork } = rateLimitRules;
  const hits: RateLimitHit[] = [
    { rule: startCooldown, subject: limitSubject },
    { rule: startHour, subject: limitSubject },
    { rule: startDay, subject: limitSubject },
  ];
  if (!isReturningBrowser) {
    hits.push(...createNetworkHits(startNetwork, networks));
    if (botCheck === 'unverified') hits.push(...createNetworkHits(startUnverifiedNetwork, networks, { isSoft: true }));
    hits.push(createBreakerHit(deps, 'start', browser));
  }
  await consumeLimitsOrRequireProof(deps, hits, { action: 'start', email, proofOfWork, networks }).catch(
    (error: unknown) => {
      if (error instanceof AppError) deps.log.warn({ code: error.code }, 'sign-in rate limited');
      throw error;
    },
  );
}

async function sendCode(deps: Deps, input: Start, browser: KnownBrowser): Promise<void> {
  const { db, clock, site, accounts } = deps;
  const { email } = input;
  const now = clock.now();
  const challenge = createChallenge(deps, {
    email,
    firstName: input.firstName || null,
    lastName: input.lastName || null,
    browserHash: hashBrowserId(deps, browser),
  });
  const callback = input.callbackUrl
    ? parseCallbackUrl(input.callbackUrl, { url: site.url, callbackOrigins: accounts.callbackOrigins })
    : null;
  const query = callback ? `?callbackUrl=${encodeURIComponent(toCallbackParameter(callback))}` : '';
  await write(db, [
    ...challenge.statements,
    enqueueEmailStatement(deps, {
      kind: 'sign-in-code',
      dedupeKey: toDedupeKey(challenge.id),
      to: { email },
      secret: { code: challenge.code, link: `${site.url}/login/link${query}#${challenge.linkToken}` },
      expiresAt: challenge.expiresAt,
      now,
    }),
    deleteObsoleteEmailsStatement(deps, email),
  ]);
  deps.outboxWorker.wake();
}

const toDedupeKey = (challengeId: string) => `sign-in:${challengeId}`;

/** Cancels codes that a newer one replaced. */
function deleteObsoleteEmailsStatement({ db }: Pick<Deps, 'db'>, email: string) {
  const isVoid = sql`${outbox.dedupeKey} IN (SELECT 'sign-in:' || ${signInChallenges.id} FROM ${signInChallenges} WHERE ${signInChallenges.email} = ${email} AND ${signInChallenges.endedAt} IS NOT NULL)`;
  return db.orm
    .delete(outbox)
    .where(
      sql`${outbox.toEmail} = ${email} AND ${outbox.kind} = 'sign-in-code' AND ${outbox.status} = 'queued' AND ${isVoid}`,
    );
}
