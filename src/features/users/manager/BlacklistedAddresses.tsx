import type { ReactNode } from 'react';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { fetchBlacklistedAddresses, removeBlacklistedAddress } from '#src/features/users/users-api.ts';

type Address = Awaited<ReturnType<typeof fetchBlacklistedAddresses>>[number];

const SCOPES: Record<Exclude<Address['scope'], 'address'>, string> = {
  base_address: 'Every form of this address is blacklisted.',
  domain: 'The domain of this address is blacklisted.',
};

/** What keeps an address from signing up that was searched for: blacklistings outlive their accounts. */
export function BlacklistedAddresses({ email, canManage }: { email: string; canManage: boolean }) {
  const { value, reload } = useQuery(`blacklisted ${email}`, (signal) => fetchBlacklistedAddresses(email, signal), {
    keepsPrevious: true,
  });
  return value?.map((address) => (
    <BlacklistedAddress key={address.id} address={address} canManage={canManage} onRemoved={reload} />
  ));
}

type Props = { address: Address; canManage: boolean; onRemoved: () => void };

function BlacklistedAddress({ address, canManage, onRemoved }: Props) {
  const { run, isBusy } = useToastAction(async () => (await removeBlacklistedAddress(address.id)).message, {
    failure: 'Failed to remove blacklist',
    onSettled: onRemoved,
  });
  const { reason, blacklisted_until: until } = address;
  return (
    <Notice tone="info">
      <p>
        <Scope address={address} /> ‘{reason}’ {until === null ? 'Permanent.' : `Until ${formatLongDate(until)}.`}
      </p>
      {canManage && (
        <Button variant="secondary" isBusy={isBusy} busyLabel="Removing..." onClick={() => void run()}>
          Remove Blacklist
        </Button>
      )}
    </Notice>
  );
}

/** What is blacklisted, and what became of the account. */
function Scope({ address: { scope, user_id: id, user_email: email } }: { address: Address }): ReactNode {
  if (scope !== 'address') return SCOPES[scope];
  if (email === null) return 'This address is blacklisted. Its account was deleted.';
  return (
    <>
      This address is blacklisted. Its account is <a href={paths.userDetail(id)}>{email}</a> now.
    </>
  );
}
