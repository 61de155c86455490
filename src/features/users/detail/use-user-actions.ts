import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import { roleWords } from '#api/domain/role-words.ts';
import type { ComplimentaryJson } from '#api/features/complimentary-plans/complimentary-plans.contract.ts';
import type { ChangePreviewJson, SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { ApiError, formatServerError } from '#src/lib/api-client.ts';
import { runUndoable, showResult, type UserActResult, userUndos } from '#src/features/users/actions/undo-toast.ts';
import {
  addCoupon,
  type Blacklisting,
  blacklistUser,
  cancelDeletion,
  cancelSubscription,
  cancelPlanChange,
  type CancelTime,
  changeContact,
  changePlan,
  changeRole,
  type Contact,
  type ChangeTerms,
  type CouponChoice,
  endAllDevices,
  endGivenPlan,
  exportUser,
  extendSubscription,
  fetchUser,
  type GivenPlan,
  givePlan,
  reactivateSubscription,
  type Refund,
  refundPayment,
  removeCoupon,
  unblacklistUser,
} from '#src/features/users/users-api.ts';
import { formatUser, getShortName } from '#src/features/users/user-labels.ts';

/** The dialog that is open. */
export type UserPrompt = 'contact' | 'blacklist' | 'unblacklist' | 'role' | 'end-all' | 'delete' | 'give-plan';
export type UserActions = ReturnType<typeof useUserActions>;

/** What an admin does to a user: each act reports its result and refreshes the screen. */
export function useUserActions(user: UserDetailJson, onChange: (user: UserDetailJson) => void) {
  const [prompt, setPrompt] = useState<UserPrompt | null>(null);
  const [revision, setRevision] = useState(0);
  const focusNotice = useFocusAfterDelete(prompt !== null, '.user-notice-red');
  const focusBar = useFocusAfterDelete(prompt !== null);
  const show = (changed: UserDetailJson) => {
    onChange(changed);
    setRevision((before) => before + 1);
  };
  const reload = async () => {
    try {
      show(await fetchUser(user.id));
    } catch (error) {
      showToast(formatServerError(error, 'Failed to fetch user data'), 'error');
    }
  };
  const latestReload = useRef(reload);
  latestReload.current = reload;
  const onUndone = () => void latestReload.current();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the user is shown
  useEffect(() => userUndos.restore(onUndone, ({ userId }) => userId === user.id), []);
  /** Runs an act, says what it did, and shows the user as it is now. */
  const run = async (act: () => Promise<{ message: string; data: { user: UserDetailJson } }>) => {
    const { message, data } = await act();
    showToast(message, 'success');
    show(data.user);
  };
  /** Runs an act on a subscription at Stripe, says what it did with Undo, and shows the user as it is now. */
  const support = async (act: () => Promise<{ message: string; undo: { id: string } | null }>) => {
    const result = await runUndoable({
      run: async () => ({ ...(await act()), data: { user: await fetchUser(user.id) } }),
      note: `${formatUser(user)} gets an email when the time to undo is up.`,
      changes: ['subscriptions'],
    });
    show(result.user);
    showResult(result, onUndone);
  };
  return {
    prompt,
    ask: (next: UserPrompt) => setPrompt(next),
    close: () => setPrompt(null),
    revision,
    /** What hangs on the user has changed, and is loaded again. */
    refresh: () => setRevision((before) => before + 1),
    reload: () => void reload(),
    async blacklist(blacklisting: Blacklisting) {
      const { live_devices: devices } = user;
      const effect = devices > 0 ? `was signed out on ${formatCount(devices, 'device')}` : 'can’t sign in any more';
      const result = await runUndoable({
        run: () => blacklistUser(user.id, blacklisting),
        note: `${formatUser(user)} ${effect}. The email leaves when the time to undo is up.`,
        changes: ['blacklist'],
      });
      show(result.user);
      focusNotice();
      setPrompt(null);
      showResult(result, onUndone);
    },
    async unblacklist() {
      const result = await runUndoable({
        run: () => unblacklistUser(user.id),
        note: `${formatUser(user)} can sign in again.`,
        changes: ['blacklist'],
      });
      show(result.user);
      focusBar();
      showResult(result, onUndone);
    },
    async changeContact(contact: Contact) {
      const isMoved = contact.email.trim().toLowerCase() !== user.email;
      const changed = { email: contact.email, first_name: contact.firstName, last_name: contact.lastName };
      const moved = ' signs in with the new address. Both addresses get an email when the time to undo is up.';
      const result = await runUndoable({
        run: () => changeContact(user.id, contact),
        note: `${formatUser(changed)}${isMoved ? moved : ''}`,
        changes: ['contact'],
      });
      show(result.user);
      focusBar();
      setPrompt(null);
      showResult(result, onUndone);
    },
    async changeRole(role: UserRole, keptKeys: number[]) {
      const result = await runUndoable({
        run: () => changeRole(user.id, role, keptKeys),
        note: `${formatUser(user)} is ${roleWords[role].inSentence} now.`,
        changes: ['role'],
      });
      show(result.user);
      showResult(result, onUndone);
    },
    async givePlan(plan: GivenPlan) {
      const result = await runUndoable({
        run: () => givePlan(user.id, plan),
        note: `${formatUser(user)} can use it now. The email leaves when the time to undo is up.`,
        changes: ['plans'],
      });
      show(result.user);
      focusBar();
      setPrompt(null);
      showResult(result, onUndone);
    },
    async endGivenPlan({ id }: ComplimentaryJson) {
      const result = await runUndoable({
        run: () => endGivenPlan(user.id, id),
        note: `${formatUser(user)} can’t use it any more. The email leaves when the time to undo is up.`,
        changes: ['plans'],
      });
      show(result.user);
      showResult(result, onUndone);
    },
    async extendSubscription({ stripe_subscription_id: id }: SubscriptionSummaryJson, days: number) {
      await support(() => extendSubscription(id, { userId: user.id, days }));
    },
    async addCoupon({ stripe_subscription_id: id }: SubscriptionSummaryJson, choice: CouponChoice) {
      await support(() => addCoupon(user.id, id, choice));
    },
    async removeCoupon({ stripe_subscription_id: id }: SubscriptionSummaryJson, discountId: string) {
      await support(() => removeCoupon(user.id, id, discountId));
    },
    async changePlan(
      { stripe_subscription_id: subscriptionId }: SubscriptionSummaryJson,
      terms: ChangeTerms,
      { proration_date: prorationDate }: ChangePreviewJson,
    ) {
      if (terms.when === 'now')
        return support(() => changePlan({ userId: user.id, subscriptionId, ...terms, prorationDate }));
      const { message } = await changePlan({ userId: user.id, subscriptionId, ...terms, prorationDate });
      showToast(message, 'success', { note: `${getShortName(user)} gets an email.` });
      await reload();
    },
    async keepPlan({ stripe_subscription_id: id }: SubscriptionSummaryJson) {
      showToast((await cancelPlanChange(user.id, id)).message, 'success');
      await reload();
    },
    async endAllSessions() {
      const { message } = await endAllDevices(user.id);
      showToast(message, 'success');
      await reload();
    },
    async stopDeletion() {
      try {
        await run(() => cancelDeletion(user.id));
      } catch (error) {
        showToast(formatServerError(error, 'Failed to stop the deletion'), 'error');
        await reload();
      }
    },
    async exportData() {
      try {
        showToast(`${await exportUser(user.id)} is in your downloads`, 'success');
        setRevision((before) => before + 1);
      } catch (error) {
        showToast(formatServerError(error, 'Failed to export the data'), 'error');
      }
    },
    async refund(invoiceId: string, refund: Refund) {
      try {
        const { message, data } = await refundPayment(user.id, invoiceId, refund);
        showToast(message, 'success', { note: `${getShortName(user)} gets an email.` });
        show(data.user);
      } catch (error) {
        // What was shown may be out of date; the dialog says why it was refused.
        if (error instanceof ApiError && error.status === 409) setRevision((before) => before + 1);
        throw error;
      }
    },
    async cancelSubscription({ stripe_subscription_id: id }: SubscriptionSummaryJson, when: CancelTime) {
      showToast((await cancelSubscription(user.id, id, when)).message, 'success');
      await reload();
    },
    async reactivateSubscription({ stripe_subscription_id: id }: SubscriptionSummaryJson) {
      showToast((await reactivateSubscription(user.id, id)).message, 'success');
      await reload();
    },
    /** After a deletion: the list offers its undo. */
    leave({ undo }: UserActResult) {
      if (undo) userUndos.keep(undo);
      window.location.assign(paths.userManager);
    },
  };
}
