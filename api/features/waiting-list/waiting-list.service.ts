import type { Context } from 'hono';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { findProduct } from '#api/domain/catalogue.ts';
import { addListedProductStatement } from '#db/queries/catalogue-products.ts';
import { users, waitingListEntries } from '#db/schema/index.ts';
import { isForeignKeyViolation, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { readClient } from '#api/http/client-ip.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { createBreakerHit } from '#api/features/auth/bot-check/breaker.service.ts';
import { type KnownBrowser, readBrowserCookie } from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { type BotCheckResult, checkForBot } from '#api/features/auth/bot-check/bot-check.service.ts';
import { consumeLimitsOrRequireProof } from '#api/features/auth/bot-check/proof-of-work.service.ts';
import { rateLimitRules, createNetworkHits } from '#api/features/rate-limits/rate-limits.service.ts';
import { enqueueJoinedEmailStatement } from './waiting-list.queries.ts';
import type { joinWaitingListRequest, messageResponse } from './waiting-list.contract.ts';

type Join = z.output<typeof joinWaitingListRequest>;
/** Client of a form; `browser` is null without our cookie. */
export type Origin = { networks: readonly string[]; browser: KnownBrowser | null };

/** The networks and the known browser that a request comes from. */
export const readOrigin = (deps: Deps, context: Context): Origin => ({
  networks: readClient(context, deps).networks,
  browser: readBrowserCookie(deps, context),
});

type JoinResult = z.infer<typeof messageResponse> & { isNew: boolean };

/**
 * Puts a person on a product's list, once, and mails them the link to confirm. The words of the response are the same for
 * an address that is on the list already, invited or rejected, and for a bot, of which nothing is stored: they are true for
 * all, and only the email says which it is.
 * @throws rate_limited; validation_failed for a forged form.
 */
export async function joinWaitingList(deps: Deps, input: Join, from: Origin): Promise<JoinResult> {
  const botCheck = checkForBot(deps, input);
  await consumeJoinLimits(deps, input, botCheck, from);
  const isNew = botCheck === 'bot' || (await addEntry(deps, input));
  return { message: formatJoinedMessage(input.productId), isNew };
}

async function consumeJoinLimits(
  deps: Deps,
  { email, proofOfWork }: Join,
  botCheck: BotCheckResult,
  from: Origin,
): Promise<void> {
  const { joinNetwork, joinFormNetwork, joinUnverifiedNetwork } = rateLimitRules;
  const hits = [
    ...createNetworkHits(joinNetwork, from.networks),
    ...createNetworkHits(botCheck === 'unverified' ? joinUnverifiedNetwork : joinFormNetwork, from.networks, {
      isSoft: true,
    }),
    createBreakerHit(deps, 'join', from.browser),
  ];
  await consumeLimitsOrRequireProof(deps, hits, { action: 'join', email, proofOfWork, networks: from.networks });
}

async function addEntry(deps: Deps, { email, productId, ...names }: Join): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const [, added] = await write(db, [
    addListedProductStatement(productId, now),
    db.orm
      .insert(waitingListEntries)
      .values({
        publicId: generateId(),
        productId,
        email,
        firstName: names.firstName || null,
        lastName: names.lastName || null,
        intent: names.intent?.trim() || null,
        createdAt: now,
        signedUpAt: sql`(SELECT ${users.createdAt} FROM ${users} WHERE ${users.email} = ${email})`,
      })
      .onConflictDoNothing({ target: [waitingListEntries.email, waitingListEntries.productId] }),
    enqueueJoinedEmailStatement({ email, productId, now }),
  ]).catch((error: unknown) => {
    // An admin deleted the product; its page may still be open somewhere.
    throw isForeignKeyViolation(error)
      ? invalidFieldError('productId', 'This product doesn’t have a waiting list.')
      : error;
  });
  deps.outboxWorker.wake();
  return added?.rowsAffected === 1;
}

function formatJoinedMessage(productId: number): string {
  const name = findProduct(productId)?.name;
  return `Thanks for joining the ${name} waiting list. Check your email for the next step.`;
}
