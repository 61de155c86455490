import { listCurrentComplimentaryPlans } from '#db/queries/complimentary-plans.ts';
import { region } from '#api/domain/region.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toComplimentaryJson } from '#api/features/complimentary-plans/complimentary-plans.service.ts';
import { listCredits } from '#api/features/subscriptions/prices.service.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { listRelatedBlacklistings } from '#api/features/users/blacklist/addresses.service.ts';
import { loadUserParts } from '#api/features/users/list/list.queries.ts';
import { toActorJson, toAdminUserJson } from '#api/features/users/users.mapper.ts';
import { canLoseUser } from '#api/features/users/users.queries.ts';
import {
  IN_DELETION_MESSAGE,
  LAST_ADMIN_MESSAGE,
  requireVisibleUser,
  SELF_MESSAGE,
} from '#api/features/users/users.service.ts';
import { countLiveDevices } from './sessions.service.ts';
import * as queries from './detail.queries.ts';

type DetailDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'payments'>;

/** A user with what this admin may do to it. @throws not_found. */
export async function getUserDetail(deps: DetailDeps, actorId: number, id: number): Promise<UserDetailJson> {
  return toUserDetail(deps, actorId, await requireVisibleUser(deps, id));
}

export async function toUserDetail(deps: DetailDeps, actorId: number, row: UserRow): Promise<UserDetailJson> {
  const { db, clock, payments } = deps;
  const now = clock.now();
  const [getParts, paid, devices, blacklisting, related, reason, customerId, given] = await Promise.all([
    loadUserParts(db, [row.id], now),
    queries.sumPayments(db, row.id),
    countLiveDevices(deps, row),
    isBlacklistActive(row, now) ? queries.findOpenBlacklisting(db, row.id) : undefined,
    listRelatedBlacklistings(deps, row),
    explainRefusal(deps, actorId, row),
    queries.findCustomerId(db, row.id),
    listCurrentComplimentaryPlans(db, row.id),
  ]);
  // Of two currencies, that of the catalogue is first; no amount adds them up.
  const catalogue = region.currency.toLowerCase();
  const main = paid.find(({ currency }) => currency === catalogue) ?? paid[0] ?? { currency: catalogue, net: 0 };
  const others = paid.filter(({ currency }) => currency !== main.currency);
  const permission = { allowed: reason === null, reason };
  const parts = getParts(row.id);
  return {
    ...toAdminUserJson(row, parts, now),
    taxmate_program: row.taxmateProgram,
    paid_total: main.net,
    paid_currency: main.currency,
    paid_other: others.map(({ currency, net }) => ({ currency, amount: net })),
    stripe_customer: customerId === null ? null : { id: customerId, url: payments?.getCustomerUrl(customerId) ?? null },
    live_devices: devices,
    blacklisting: blacklisting ? toBlacklistingJson(blacklisting) : null,
    related_blacklistings: related,
    credits: listCredits(parts.subscriptions),
    complimentary_plans: given.map(toComplimentaryJson),
    can: {
      change_contact: explainOwn(actorId, row),
      change_role: permission,
      blacklist: permission,
      delete: permission,
    },
  };
}

type OpenBlacklisting = NonNullable<Awaited<ReturnType<typeof queries.findOpenBlacklisting>>>;

const toBlacklistingJson = ({
  createdAt,
  actorId,
  cancelAfter,
  cancelAct,
  cancelError,
  ...user
}: OpenBlacklisting) => ({
  created_at: toIso(createdAt),
  actor: toActorJson(actorId, user),
  cancellation:
    cancelAfter === null ? null : { act: cancelAct, next_attempt_at: toIso(cancelAfter), error: cancelError },
});

/** Unlike the other acts, one on the last admin is allowed: nobody loses a role. */
function explainOwn(actorId: number, row: UserRow): { allowed: boolean; reason: string | null } {
  if (row.id === actorId) return { allowed: false, reason: SELF_MESSAGE };
  if (row.deleteAfter !== null) return { allowed: false, reason: IN_DELETION_MESSAGE };
  return { allowed: true, reason: null };
}

async function explainRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  row: UserRow,
): Promise<string | null> {
  if (row.id === actorId) return SELF_MESSAGE;
  if (row.deleteAfter !== null) return IN_DELETION_MESSAGE;
  return (await canLoseUser(db, row.id, clock.now())) ? null : LAST_ADMIN_MESSAGE;
}
