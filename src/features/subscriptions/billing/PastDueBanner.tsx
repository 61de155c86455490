import { formatCents } from '#api/domain/money.ts';
import type { BillingDetailsJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { NewTabLink } from '../NewTabLink.tsx';
import { PortalButton } from './PortalButton.tsx';

/** Above everything: a payment that failed, when it is tried again, and what to do. */
export const PastDueBanner = ({ pastDue }: { pastDue: NonNullable<BillingDetailsJson['past_due']> }) => (
  <div className="plan-banner past-due" role="alert">
    <Icon name="circle-alert" />
    <div>
      <h2>Your last payment didn’t go through</h2>
      <p>
        {formatCents(pastDue.amount, pastDue.currency)} for {pastDue.plan_name} on {formatLongDate(pastDue.failed_at)}.{' '}
        {pastDue.next_attempt_at
          ? `We’ll try again on ${formatLongDate(pastDue.next_attempt_at)}. Change your card before then, or pay now.`
          : `We won’t try again, and ${pastDue.plan_name} ends soon unless you pay.`}
      </p>
    </div>
    <div className="form-actions">
      <PortalButton variant="primary">Change card</PortalButton>
      {pastDue.pay_url && <NewTabLink href={pastDue.pay_url} label="Pay now" />}
    </div>
  </div>
);
