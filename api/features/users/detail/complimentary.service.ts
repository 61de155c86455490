import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import type { GivePlanRequest } from '#api/features/complimentary-plans/complimentary-plans.contract.ts';
import { endComplimentaryPlan, givePlan } from '#api/features/complimentary-plans/complimentary-plans.service.ts';
import type { UserActionJson } from '#api/features/users/users.contract.ts';
import { IN_DELETION_MESSAGE, requireVisibleUser } from '#api/features/users/users.service.ts';
import { getUserDetail } from './detail.service.ts';

/** Gives a user a plan free of charge. @throws not_found, conflict, validation_failed. */
export async function giveUserPlan(
  deps: Deps,
  actorId: number,
  id: number,
  request: GivePlanRequest,
): Promise<UserActionJson> {
  const done = await givePlan(deps, { actorId, user: await requireStayingUser(deps, id) }, request);
  return { ...done, data: { user: await getUserDetail(deps, actorId, id) } };
}

/** Ends a plan that a user was given. @throws not_found, conflict. */
export async function endUserPlan(
  deps: Deps,
  actorId: number,
  { id, planId }: { id: number; planId: string },
): Promise<UserActionJson> {
  const done = await endComplimentaryPlan(deps, { actorId, user: await requireVisibleUser(deps, id) }, planId);
  return { ...done, data: { user: await getUserDetail(deps, actorId, id) } };
}

async function requireStayingUser(deps: Deps, id: number): Promise<UserRow> {
  const row = await requireVisibleUser(deps, id);
  if (row.deleteAfter !== null) throw conflictError(IN_DELETION_MESSAGE);
  return row;
}
