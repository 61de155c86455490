import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import type { AdminUserJson, BulkUsersRequest, TimelineKind } from '#api/features/users/users.contract.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import { userList } from '#api/domain/user-list.ts';
import { api } from '#src/lib/api-client.ts';
import type { RouteRequest } from '#src/lib/api-types.ts';
import { type StateOf, toExportQuery, toListQuery } from '#src/lib/list-address.ts';
import { saveFile } from '#src/lib/save-file.ts';

type UserListState = StateOf<typeof userList>;

type WithoutTarget<Request> = Request extends unknown ? Omit<Request, 'ids' | 'filter' | 'total' | 'next'> : never;
/** What is done with the selected users. */
export type UserBulkRequest = WithoutTarget<BulkUsersRequest>;
export type BulkUsersFilter = NonNullable<BulkUsersRequest['filter']>;
/** `users`, or all that match `filter`, of whom `users` are those on this page. */
export type UserSelection = { users: readonly AdminUserJson[]; count: number; filter: BulkUsersFilter | null };

export const bulkUpdateUsers = (json: BulkUsersRequest) => api.post('/api/admin/users/bulk', { json });

export async function fetchUsers(state: UserListState, signal: AbortSignal) {
  const { data } = await api.get('/api/admin/users', { query: toListQuery(userList, state), signal });
  const { users, pagination, ...rest } = data;
  return { ...rest, rows: users, total: pagination.total };
}

/** Saves the users of a list state, or some of them, as a file; returns its name. */
export async function exportUsers(state: UserListState, ids?: readonly number[]): Promise<string> {
  const query = toExportQuery(userList, state, ids);
  return saveFile(await api.getResponse('/api/admin/users/export.csv', { query }), 'users.csv');
}

export const fetchUser = async (id: number, signal?: AbortSignal) =>
  (await api.get('/api/admin/users/:id', { param: { id }, ...(signal && { signal }) })).data.user;

/** Saves everything that is kept about a user as a file; returns its name. */
export const exportUser = async (id: number): Promise<string> =>
  saveFile(await api.getResponse('/api/admin/users/:id/export', { param: { id } }), `user-${id}-data.json`);

export const fetchSessions = async (id: number, signal: AbortSignal) =>
  (await api.get('/api/admin/users/:id/sessions', { param: { id }, signal })).data;

export const fetchPayments = async (id: number, signal: AbortSignal) =>
  (await api.get('/api/admin/users/:id/payments', { param: { id }, signal })).data.payments;

export const fetchTimeline = async (
  id: number,
  { kind, before }: { kind: TimelineKind | null; before: string | null },
  signal?: AbortSignal,
) =>
  (
    await api.get('/api/admin/users/:id/timeline', {
      param: { id },
      query: { kind: kind ?? undefined, before: before ?? undefined },
      ...(signal && { signal }),
    })
  ).data;

export const fetchNotes = async (id: number, signal: AbortSignal) =>
  (await api.get('/api/admin/users/:id/notes', { param: { id }, signal })).data.notes;

export const addNote = (id: number, body: string) =>
  api.post('/api/admin/users/:id/notes', { param: { id }, json: { body } });

export const deleteNote = (id: number, noteId: number) =>
  api.delete('/api/admin/users/:id/notes/:noteId', { param: { id, noteId } });

export type Refund = RouteRequest<'post', '/api/admin/users/:id/payments/:invoiceId/refund'>['json'];

export const refundPayment = (id: number, invoiceId: string, json: Refund) =>
  api.post('/api/admin/users/:id/payments/:invoiceId/refund', { param: { id, invoiceId }, json });

export type GivenPlan = RouteRequest<'post', '/api/admin/users/:id/complimentary-plans'>['json'];

export const givePlan = (id: number, json: GivenPlan) =>
  api.post('/api/admin/users/:id/complimentary-plans', { param: { id }, json });

export const endGivenPlan = (id: number, planId: string) =>
  api.delete('/api/admin/users/:id/complimentary-plans/:planId', { param: { id, planId } });

export const extendSubscription = (subscriptionId: string, json: { userId: number; days: number }) =>
  api.post('/api/subscriptions/extend/:subscriptionId', { param: { subscriptionId }, json });

export const fetchCoupons = (userId: number, subscriptionId: string, signal: AbortSignal) =>
  api.get('/api/subscriptions/coupons/:subscriptionId', { param: { subscriptionId }, query: { userId }, signal });

export type CouponChoice = Omit<
  RouteRequest<'post', '/api/subscriptions/add-coupon/:subscriptionId'>['json'],
  'userId'
>;

export const addCoupon = (userId: number, subscriptionId: string, choice: CouponChoice) =>
  api.post('/api/subscriptions/add-coupon/:subscriptionId', {
    param: { subscriptionId },
    json: { userId, ...choice },
  });

export const removeCoupon = (userId: number, subscriptionId: string, discountId: string) =>
  api.post('/api/subscriptions/remove-coupon/:subscriptionId', {
    param: { subscriptionId },
    json: { userId, discountId },
  });

type Change = RouteRequest<'post', '/api/subscriptions/change-preview/:subscriptionId'>['json'] & {
  subscriptionId: string;
};
/** What a subscription is changed to, and when. */
export type ChangeTerms = Omit<Change, 'userId' | 'subscriptionId'>;

export const previewPlanChange = ({ subscriptionId, ...json }: Change, signal: AbortSignal) =>
  api.post('/api/subscriptions/change-preview/:subscriptionId', { param: { subscriptionId }, json, signal });

/** Changes the plan for the amount that the preview showed. */
export const changePlan = ({ subscriptionId, ...json }: Change & { prorationDate: number }) =>
  api.post('/api/subscriptions/change/:subscriptionId', { param: { subscriptionId }, json });

export const cancelPlanChange = (userId: number, subscriptionId: string) =>
  api.post('/api/subscriptions/cancel-change/:subscriptionId', { param: { subscriptionId }, json: { userId } });

export type CancelTime = 'period_end' | 'now';

export const cancelSubscription = (userId: number, subscriptionId: string, when: CancelTime) =>
  api.post('/api/subscriptions/cancel/:subscriptionId', { param: { subscriptionId }, json: { userId, when } });

export const reactivateSubscription = (userId: number, subscriptionId: string) =>
  api.post('/api/subscriptions/reactivate/:subscriptionId', { param: { subscriptionId }, json: { userId } });

export type Blacklisting = {
  reason: string;
  blacklistedUntil: string | null;
  /** What becomes of paid subscriptions. */
  subscriptions: BlacklistedSubscriptionAct;
  /** What can't sign up any more besides the address. */
  scope?: 'base_address' | 'domain';
  /** API keys of the user that go on. */
  keepKeys?: number[];
};

export const blacklistUser = (id: number, json: Blacklisting) =>
  api.post('/api/admin/users/:id/blacklist', { param: { id }, json });

export const unblacklistUser = (id: number) => api.delete('/api/admin/users/:id/blacklist', { param: { id } });

export type Contact = { email: string; firstName: string; lastName: string; endSessions: boolean };

export const changeContact = (id: number, json: Contact) =>
  api.put('/api/admin/users/:id/contact', { param: { id }, json });

export const fetchBlacklistedAddresses = async (email: string, signal: AbortSignal) =>
  (await api.get('/api/admin/users/blacklisted-addresses', { query: { email }, signal })).data.addresses;

export const removeBlacklistedAddress = (id: number) =>
  api.delete('/api/admin/users/blacklisted-addresses/:id', { param: { id } });

/** `keepKeys`: API keys of the user that go on. */
export const changeRole = (id: number, role: UserRole, keepKeys: number[]) =>
  api.put('/api/admin/users/:id/role', {
    param: { id },
    json: { role, ...(keepKeys.length > 0 && { keepKeys }) },
  });

export const deleteUser = (id: number, keepKeys: number[]) =>
  api.delete('/api/admin/users/:id', { param: { id }, query: { keepKeys: keepKeys.join(',') || undefined } });

export const fetchMadeKeys = async (id: number, signal: AbortSignal) =>
  (await api.get('/api/admin/users/:id/api-keys', { param: { id }, signal })).data.keys;

export const cancelDeletion = (id: number) => api.post('/api/admin/users/:id/cancel-deletion', { param: { id } });

export const endDevice = (id: number, sessionId: string) =>
  api.delete('/api/admin/users/:id/devices/:sessionId', { param: { id, sessionId } });

export const endAllDevices = (id: number) => api.delete('/api/admin/users/:id/devices', { param: { id } });
