import { formatPlanName } from '#api/domain/catalogue.ts';
import { blacklistScopeLabels } from '#api/domain/blacklist.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { formatList } from '#api/domain/lists.ts';
import type { SubscriptionStatus } from '#api/domain/enums.ts';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';

/** The name of a user, as far as it is known; else the email address. */
export const formatUser = ({
  first_name,
  last_name,
  email,
}: Pick<AdminUserJson, 'first_name' | 'last_name' | 'email'>) =>
  [first_name, last_name].filter(Boolean).join(' ') || email;

/** How a sentence calls the user: 'Henrik', or the email address where there is no name. */
export const getShortName = ({ first_name, last_name, email }: AdminUserJson) => first_name || last_name || email;

/** 'GenMate Creator'; what is known where one of the names isn’t. */
export const formatPlan = (productName: string | null, planName: string | null) =>
  productName && planName ? formatPlanName(productName, planName) : productName || planName || '';

/** Without ended subscriptions. */
export const listLiveSubscriptions = ({ subscriptions }: AdminUserJson) =>
  subscriptions.filter(({ status }) => isLive(status));

const STATUS_TONES: Partial<Record<SubscriptionStatus, BadgeTone>> = {
  active: 'green',
  trialing: 'green',
  past_due: 'yellow',
  incomplete: 'yellow',
  unpaid: 'red',
};

export const getStatusTone = (status: SubscriptionStatus): BadgeTone => STATUS_TONES[status] ?? 'grey';

/** 'Blacklisted until 24 December 2026', in the company's time zone as in the email about it. */
export const formatBlacklisting = ({ blacklisted_until: until }: AdminUserJson) =>
  until === null ? 'Blacklisted permanently' : `Blacklisted until ${formatLongDate(until)}`;

/** 'every form of the address and the whole domain': what is blacklisted besides the account; empty for most. */
export const formatBlacklistedScopes = ({ blacklisted_scopes: scopes }: AdminUserJson) =>
  formatList(scopes.map((scope) => (scope === 'address' ? 'an earlier address' : blacklistScopeLabels[scope])));

/** 'GenMate Creator and TaxMate'; empty where nothing runs. */
export const formatLivePlans = (user: AdminUserJson) =>
  formatList(listLiveSubscriptions(user).map((each) => formatPlan(each.product_name, each.plan_name)));
