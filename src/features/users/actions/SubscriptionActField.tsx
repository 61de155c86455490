import { blacklistedSubscriptionLabels } from '#api/domain/blacklist.ts';
import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';

const OPTIONS = (Object.keys(blacklistedSubscriptionLabels) as BlacklistedSubscriptionAct[]).map((value) => ({
  value,
  label: blacklistedSubscriptionLabels[value],
}));

/** Nobody is charged for good for what they can't use; whoever comes back keeps the subscription. */
export const getDefaultAct = ({ isPermanent }: { isPermanent: boolean }): BlacklistedSubscriptionAct =>
  isPermanent ? 'period_end' : 'keep';

type Props = {
  value: BlacklistedSubscriptionAct;
  onChange: (act: BlacklistedSubscriptionAct) => void;
};

/** Asks what becomes of paid subscriptions of somebody who is blacklisted. */
export const SubscriptionActField = ({ value, onChange }: Props) => (
  <SelectField
    label="Paid subscriptions"
    options={OPTIONS}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value as BlacklistedSubscriptionAct)}
  />
);
