import type { z } from 'zod';
import { products } from '#api/domain/catalogue.ts';
import { waitingListEntries } from '#db/schema/index.ts';
import { isMissingReference, write } from '#db/write.ts';
import { randomId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { invalid } from '#api/http/errors.ts';
import { breakerCharge } from '#api/features/auth/rate-limits/breaker.service.ts';
import type { Browser } from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { type FormSender, judgeForm } from '#api/features/auth/bot-check/bot-check.service.ts';
import { chargeOrAskForProof } from '#api/features/auth/bot-check/proof-of-work.service.ts';
import { limitRules, networkCharges } from '#api/features/auth/rate-limits/rate-limits.service.ts';
import { queueJoinedMail } from './waiting-list.queries.ts';
import type { joinInput, messageAnswer } from './waiting-list.contract.ts';

type Join = z.output<typeof joinInput>;
/** Where a form comes from; `browser` is null for one without a cookie of ours. */
export type Origin = { networks: readonly string[]; browser: Browser | null };
type Joined = z.infer<typeof messageAnswer> & { isNew: boolean };

/**
 * Puts a person on a product's list, once, and mails them the link to confirm. The words of the answer are the same for an
 * address that is on the list already, and for a bot, of which nothing is stored.
 * @throws rate_limited; validation_failed for a forged form.
 */
export async function joinWaitingList(deps: Deps, input: Join, from: Origin): Promise<Joined> {
  const sender = judgeForm(deps, input);
  await chargeJoin(deps, input, sender, from);
  const isNew = sender === 'bot' || (await addEntry(deps, input));
  return { message: joinedMessage(input.productId), isNew };
}

async function chargeJoin(deps: Deps, { email, proofOfWork }: Join, sender: FormSender, from: Origin): Promise<void> {
  const { joinNetwork, joinFormNetwork, joinBareNetwork } = limitRules;
  const charges = [
    ...networkCharges(joinNetwork, from.networks),
    ...networkCharges(sender === 'bare' ? joinBareNetwork : joinFormNetwork, from.networks, { isSoft: true }),
    breakerCharge(deps, 'join', from.browser),
  ];
  await chargeOrAskForProof(deps, charges, { action: 'join', email, proofOfWork });
}

async function addEntry(deps: Deps, { email, productId, ...person }: Join): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const [added] = await write(db, [
    db.query
      .insert(waitingListEntries)
      .values({
        publicId: randomId(),
        productId,
        email,
        firstName: person.firstName || null,
        lastName: person.lastName || null,
        intent: person.intent?.trim() || null,
        createdAt: now,
      })
      .onConflictDoNothing({ target: [waitingListEntries.email, waitingListEntries.productId] }),
    queueJoinedMail({ email, productId, now }),
  ]).catch((error: unknown) => {
    // An admin deleted the product; its page may still be open somewhere.
    throw isMissingReference(error) ? invalid('productId', 'There is no waiting list for this product.') : error;
  });
  deps.mail.wake();
  return added?.rowsAffected === 1;
}

function joinedMessage(productId: number): string {
  const name = products.find((product) => product.id === productId)?.name;
  return `You are on the waiting list for ${name}. Please look for our e-mail and confirm your place.`;
}
