import type { UndoKind } from '#api/domain/enums.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { NEW_COUPON, preparePriceMove, prepareTaxMove } from './audited-billing-routes.ts';
import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { createUser } from '../../support/app/users.ts';
import { createPublication } from '../../support/app/publications.ts';
import { createRedirect, ignorePath } from './audited-redirect-routes.ts';
import { deletePage, publishNavigation, publishSettings } from './audited-site-routes.ts';
import { GIFT } from './audited-user-routes.ts';
import {
  type AuditedRoute,
  type AuditSite,
  createAuthor,
  createDocument,
  createPost,
  createTag,
} from './audited-routes.ts';
import { SOLO } from '../../support/payments/tideworks.ts';

export const UNDO = '/api/admin/undo';

/** The call that undoes the last of these acts. */
const undoing =
  (act: (site: AuditSite) => Promise<unknown>): AuditedRoute['prepare'] =>
  async (site) => {
    await act(site);
    const { rows } = await site.test.db.client.execute('SELECT id FROM undo_actions ORDER BY rowid DESC LIMIT 1');
    return { body: { ids: [rows[0]?.id] } };
  };

const actOnUser = (method: string, path: string, body?: unknown) =>
  undoing(async ({ test, admin }) => {
    const { id } = await createUser(test, { firstName: 'Mere' });
    await admin.call(method, `/api/admin/users/${id}${path}`, body);
  });
const actOnEntry = (method: string, path: string, body?: unknown) =>
  undoing(async ({ test, admin }) => {
    await joinWaitingList(test);
    await admin.call(method, `/api/waitinglist${path}`, body);
  });
const actOnPost = (action: string) =>
  undoing(async (site) => site.admin.call('POST', '/api/blogs/bulk', { ids: [await createPost(site)], action }));

const endGift = (admin: AuditSite['admin'], id: number, { body }: Awaited<ReturnType<AuditSite['admin']['call']>>) =>
  admin.call('DELETE', `/api/admin/users/${id}/complimentary-plans/${body.data.user.complimentary_plans[0].id}`);

const actAtStripe =
  (act: string, body: object): AuditedRoute<PaymentApp>['prepare'] =>
  async ({ test, admin }) => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const { body: done } = await admin.call('POST', `/api/subscriptions/${act}/${id}`, { userId: user.id, ...body });
    return { body: { ids: [done.undo.id] } };
  };

const removeCoupon: AuditedRoute<PaymentApp>['prepare'] = async ({ test, admin }) => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await admin.call('POST', `/api/subscriptions/add-coupon/${id}`, { userId: user.id, ...NEW_COUPON });
  const { body: listed } = await admin.call('GET', `/api/subscriptions/coupons/${id}?userId=${user.id}`);
  const { body: done } = await admin.call('POST', `/api/subscriptions/remove-coupon/${id}`, {
    userId: user.id,
    discountId: listed.discounts[0].id,
  });
  return { body: { ids: [done.undo.id] } };
};

/** Kinds of undo of acts that need Stripe. */
export const auditedStripeUndos = {
  'price_move.started': {
    action: 'price_move.undone',
    prepare: async (site) => {
      const { body } = await preparePriceMove(site);
      const { body: started } = await site.admin.call('POST', '/api/admin/price-moves', body);
      return { body: { ids: [started.undo.id] } };
    },
  },
  'tax_move.started': {
    action: 'tax_move.undone',
    prepare: async (site) => {
      const { body } = await prepareTaxMove(site);
      const { body: started } = await site.admin.call('POST', '/api/admin/tax-moves', body);
      return { body: { ids: [started.undo.id] } };
    },
  },
  'subscription.extended': { action: 'billing.subscription_changed', prepare: actAtStripe('extend', { days: 7 }) },
  'subscription.coupon_added': {
    action: 'billing.subscription_changed',
    prepare: actAtStripe('add-coupon', NEW_COUPON),
  },
  'subscription.coupon_removed': { action: 'billing.subscription_changed', prepare: removeCoupon },
  'subscription.plan_change': {
    action: 'billing.subscription_changed',
    prepare: actAtStripe('change', { planName: 'Crew', when: 'now' }),
  },
} satisfies Partial<Record<UndoKind, AuditedRoute<PaymentApp>>>;

/** Every other kind of undo, with one act that is undone. */
export const auditedUndos: Record<Exclude<UndoKind, keyof typeof auditedStripeUndos>, AuditedRoute> = {
  'waiting_list.invited': {
    action: 'waiting_list.undone',
    prepare: actOnEntry('POST', '/invite', { ids: [1] }),
    before: { status: 'invited' },
    after: { status: 'pending' },
  },
  'waiting_list.rejected': {
    action: 'waiting_list.undone',
    prepare: actOnEntry('POST', '/reject', { ids: [1] }),
    before: { status: 'rejected' },
    after: { status: 'pending' },
  },
  'waiting_list.deleted': { action: 'waiting_list.undone', prepare: actOnEntry('DELETE', '/1') },
  'user.blacklisted': {
    action: 'user.blacklisting_undone',
    prepare: actOnUser('POST', '/blacklist', { reason: 'Spam' }),
    before: { is_blacklisted: true },
    after: { is_blacklisted: false },
  },
  'user.unblacklisted': {
    action: 'user.unblacklisting_undone',
    prepare: undoing(async ({ test, admin }) => {
      const { id } = await createUser(test);
      await admin.call('POST', `/api/admin/users/${id}/blacklist`, { reason: 'Spam' });
      await admin.call('DELETE', `/api/admin/users/${id}/blacklist`);
    }),
    before: { is_blacklisted: false },
    after: { is_blacklisted: true },
  },
  'user.deleted': {
    action: 'user.deletion_undone',
    prepare: actOnUser('DELETE', ''),
    before: { delete_after: '2026-11-21T00:00:30.000Z' },
    after: { delete_after: null },
  },
  'user.changed': {
    action: 'user.change_undone',
    prepare: actOnUser('PUT', '/contact', {
      email: 'new@example.com',
      firstName: 'Mere',
      lastName: 'Tane',
      endSessions: false,
    }),
  },
  'user.role_changed': {
    action: 'user.role_change_undone',
    prepare: actOnUser('PUT', '/role', { role: 'editor' }),
    before: { role: 'editor' },
    after: { role: 'user' },
  },
  'complimentary_plan.given': {
    action: 'complimentary_plan.giving_undone',
    prepare: actOnUser('POST', '/complimentary-plans', GIFT),
  },
  'complimentary_plan.ended': {
    action: 'complimentary_plan.ending_undone',
    prepare: undoing(async ({ test, admin }) => {
      const { id } = await createUser(test);
      await endGift(admin, id, await admin.call('POST', `/api/admin/users/${id}/complimentary-plans`, GIFT));
    }),
  },
  'publication.decided': {
    action: 'publication.decision_undone',
    prepare: undoing(async ({ test, admin }) => {
      const id = await createPublication(test);
      await admin.call('POST', `/api/admin/openshelf/reviews/${id}/approve`, {});
    }),
    before: { status: 'APPROVED' },
    after: { status: 'ADMIN_REVIEWING' },
  },
  'blog.changed': {
    action: 'blog.undone',
    prepare: actOnPost('archive'),
    before: { status: 'archived' },
    after: { status: 'published' },
  },
  'blog.trashed': {
    action: 'blog.undone',
    prepare: actOnPost('delete'),
    before: { status: 'draft' },
    after: { status: 'published' },
  },
  'document.deleted': {
    action: 'document.deletion_undone',
    prepare: undoing(async (site) => site.admin.call('DELETE', `/api/documents/${await createDocument(site)}`)),
  },
  'tag.deleted': {
    action: 'tag.deletion_undone',
    prepare: undoing(async (site) => site.admin.call('DELETE', `/api/tags/${await createTag(site)}`)),
  },
  'author.deleted': {
    action: 'author.deletion_undone',
    prepare: undoing(async (site) => site.admin.call('DELETE', `/api/authors/${await createAuthor(site)}`)),
  },
  'missing_path.ignored': { action: 'missing_path.ignoring_undone', prepare: undoing(ignorePath) },
  'navigation.published': { action: 'site.publish_undone', prepare: undoing(publishNavigation) },
  'site.published': { action: 'site.publish_undone', prepare: undoing(publishSettings) },
  'page.deleted': { action: 'page.deletion_undone', prepare: undoing(deletePage) },
  'redirects.changed': { action: 'redirect.undone', prepare: undoing(createRedirect) },
};
