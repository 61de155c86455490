import { and, eq } from 'drizzle-orm';
import { formatBillingDate } from '#api/domain/money.ts';
import { products, users, waitingListEntries as entries } from '#db/schema/index.ts';
import { verifySignedToken } from '#api/adapters/signed-token.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { consumeRateLimits, createNetworkHits, rateLimitRules } from '#api/features/rate-limits/rate-limits.service.ts';
import type { InvitationJson } from '#api/features/waiting-list/waiting-list.contract.ts';

const invalidLinkError = () => notFoundError('This invitation no longer works.');

/**
 * What an invitation link fills in at sign-up. An invitation that was undone, and one to an entry that is gone, is like a
 * forged one. @throws not_found, gone when it has expired, rate_limited.
 */
export async function getInvitation(deps: Deps, token: string, networks: readonly string[]): Promise<InvitationJson> {
  const { db, clock, secrets, site } = deps;
  await consumeRateLimits(deps, createNetworkHits(rateLimitRules.invitationNetwork, networks));
  const verified = verifySignedToken(secrets, token, { purpose: 'invitation', now: clock.now() });
  if (!verified) throw invalidLinkError();
  const [invited] = await db.orm
    .select({
      email: entries.email,
      first_name: entries.firstName,
      last_name: entries.lastName,
      product_name: products.name,
      userId: users.id,
    })
    .from(entries)
    .innerJoin(products, eq(products.id, entries.productId))
    .leftJoin(users, eq(users.email, entries.email))
    .where(and(eq(entries.publicId, verified.value), eq(entries.status, 'invited')));
  if (!invited) throw invalidLinkError();
  if (verified.isExpired) {
    const day = formatBillingDate(verified.expiresAt, site.timeZone);
    throw new AppError('gone', `This invitation expired on ${day}. Contact us and we’ll send you a new one.`);
  }
  const { userId, ...person } = invited;
  return { ...person, expires_at: toIso(verified.expiresAt), has_account: userId !== null };
}
