import { formatPlanName, listEverPaidPlans } from './catalogue.ts';
import { alphabetical, defineList, newestFirst, oneOf, oneOfPublished } from './list-definition.ts';
import { roleLabels } from './permissions.ts';

const listPlanLabels = () => ({
  any: 'Any plan',
  none: 'No plan',
  ...Object.fromEntries(
    listEverPaidPlans().map(({ key, planName, productName }) => [key, formatPlanName(productName, planName)]),
  ),
});

export const signInFilterLabels = {
  last_30_days: 'In the last 30 days',
  over_90_days: 'More than 90 days ago',
  never: 'Never',
};
export type SignInFilter = keyof typeof signInFilterLabels;

/** The count beside a view knows no plan and no last login, so a view ends these filters. */
const noOthers = { plan: null, lastLogin: null } as const;

/** All accounts, as admins see them. */
export const userList = defineList({
  perPage: 20,
  search: { label: 'Search users' },
  filters: {
    role: oneOf('Role', 'All roles', roleLabels),
    isBlacklisted: oneOf('Blacklist', 'All users', { true: 'Blacklisted', false: 'Not blacklisted' }),
    /** By live subscriptions; ended ones don't count. */
    plan: oneOfPublished('Plan', 'All plans', listPlanLabels),
    lastLogin: oneOf('Last login', 'Any time', signInFilterLabels),
  },
  sort: {
    last_login_at: newestFirst('Last login'),
    created_at: newestFirst('Created'),
    email: alphabetical('Email'),
    role: alphabetical('Role'),
  },
  viewsBy: 'role and blacklist',
  // Other roles are found by the filter.
  views: [
    { label: 'All', count: 'all', set: { ...noOthers, role: null, isBlacklisted: null } },
    { label: 'Admins', count: 'admins', set: { ...noOthers, role: 'admin', isBlacklisted: null } },
    { label: 'Blacklisted', count: 'blacklisted', set: { ...noOthers, role: null, isBlacklisted: 'true' } },
  ],
});

export type UserOrder = keyof typeof userList.sort;
