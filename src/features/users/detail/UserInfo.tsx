import { findProgramProduct } from '#api/domain/catalogue.ts';
import type { ReactNode } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCents } from '#api/domain/money.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { formatLongDate } from '#src/lib/format/dates.ts';
import {
  formatBlacklistedScopes,
  formatPlan,
  getStatusTone,
  listLiveSubscriptions,
} from '#src/features/users/user-labels.ts';

type Props = {
  user: UserDetailJson;
  /** Shows the role, and changes it. */
  role: ReactNode;
  notes: ReactNode;
};

/** The account and what it does, as two lists of names and values, and the notes below them. */
export function UserInfo({ user, role, notes }: Props) {
  const none = <span className="none">None</span>;
  const program = findProgramProduct();
  return (
    <div className="user-panes">
      <section aria-labelledby="user-account">
        <h2 id="user-account">Account</h2>
        <dl className="props">
          <Prop name="First name">{user.first_name ?? none}</Prop>
          <Prop name="Last name">{user.last_name ?? none}</Prop>
          <Prop name="Email">{user.email}</Prop>
          <Prop name="Role">{role}</Prop>
          <Prop name="Sign-in">{user.auth_provider === 'email' ? 'Email code' : user.auth_provider}</Prop>
          <Prop name="Blacklisted">{describeBlacklist(user)}</Prop>
          <Prop name="ID">
            <code>{user.id}</code>
          </Prop>
        </dl>
      </section>
      <section aria-labelledby="user-activity">
        <h2 id="user-activity">Activity</h2>
        <dl className="props">
          <Prop name="Last login">
            {user.last_login_at ? <Time iso={user.last_login_at} /> : <span className="none">Never</span>}
          </Prop>
          <Prop name="Total logins">{formatNumber(user.total_logins)}</Prop>
          <Prop name="Created">
            <Time iso={user.created_at} isFull />
          </Prop>
          <Prop name="Updated">
            <Time iso={user.updated_at} />
          </Prop>
          <Prop name="Plan">
            <Plans user={user} />
          </Prop>
          <Prop name="Paid so far">{formatPaid(user)}</Prop>
          {user.stripe_customer && (
            <Prop name="Stripe customer">
              <StripeCustomer {...user.stripe_customer} />
            </Prop>
          )}
          {program && <Prop name="Program">{`${program.name} ${user.taxmate_program}`}</Prop>}
        </dl>
      </section>
      {notes}
    </div>
  );
}

/** The customer, with its page in the dashboard; the payment sandbox has none. */
function StripeCustomer({ id, url }: NonNullable<UserDetailJson['stripe_customer']>) {
  if (url === null) return <code>{id}</code>;
  return (
    <a href={url} target="_blank" rel="noopener">
      <code>{id}</code>
      <span className="visually-hidden"> (opens a new tab)</span>
    </a>
  );
}

/** Amounts of two currencies stand side by side: they don’t add up. */
const formatPaid = ({ paid_total, paid_currency, paid_other }: UserDetailJson): string =>
  [{ amount: paid_total, currency: paid_currency }, ...paid_other]
    .map(({ amount, currency }) => formatCents(amount, currency))
    .join(', ');

function Prop({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describeBlacklist(user: UserDetailJson): string {
  const { is_blacklisted, blacklisted_until } = user;
  if (!is_blacklisted) return 'No';
  const end = blacklisted_until === null ? 'Permanently' : `Until ${formatLongDate(blacklisted_until)}`;
  const scopes = formatBlacklistedScopes(user);
  return scopes ? `${end}, with ${scopes}` : end;
}

function Plans({ user }: { user: UserDetailJson }) {
  const live = listLiveSubscriptions(user);
  const given = user.complimentary_plans;
  if (live.length + given.length === 0) return <span className="none">None</span>;
  const gifts = given.map(({ id, product_name, plan_name }) => (
    <span key={id} className="plan-line">
      <ProductLabel name={product_name}>{formatPlan(product_name, plan_name)}</ProductLabel>
      <Badge tone="green">free of charge</Badge>
    </span>
  ));
  const bought = live.map(({ id, product_name, plan_name, status }) => (
    <span key={id} className="plan-line">
      <ProductLabel name={product_name}>{formatPlan(product_name, plan_name)}</ProductLabel>
      <Badge tone={getStatusTone(status)}>{status}</Badge>
    </span>
  ));
  return [...gifts, ...bought];
}
