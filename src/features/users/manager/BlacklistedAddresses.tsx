import { formatServerError } from '#src/lib/api-client.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { showToast } from '#src/lib/toast.ts';
import { useAction } from '#src/lib/use-action.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { fetchBlacklistedAddresses, removeBlacklistedAddress } from '#src/features/users/users-api.ts';

type Address = Awaited<ReturnType<typeof fetchBlacklistedAddresses>>[number];

const SCOPES: Record<Address['scope'], string> = {
  address: 'This address is blacklisted. Its account was deleted.',
  base_address: 'Every form of this address is blacklisted.',
  domain: 'The domain of this address is blacklisted.',
};

/** What keeps an address from signing up that was searched for: blacklistings outlive their accounts. */
export function BlacklistedAddresses({ email, canManage }: { email: string; canManage: boolean }) {
  const { value, reload } = useListQuery(email, (signal) => fetchBlacklistedAddresses(email, signal));
  return value?.map((address) => (
    <BlacklistedAddress key={address.id} address={address} canManage={canManage} onRemoved={reload} />
  ));
}

type Props = { address: Address; canManage: boolean; onRemoved: () => void };

function BlacklistedAddress({ address, canManage, onRemoved }: Props) {
  const { run, isBusy } = useAction(async () => {
    try {
      showToast((await removeBlacklistedAddress(address.id)).message, 'success');
    } catch (error) {
      showToast(formatServerError(error, 'Failed to remove blacklist'), 'error');
    }
    onRemoved();
  });
  const { scope, reason, blacklisted_until: until } = address;
  return (
    <Notice tone="info">
      <p>
        {SCOPES[scope]} ‘{reason}’ {until === null ? 'Permanent.' : `Until ${formatLongDate(until)}.`}
      </p>
      {canManage && (
        <Button variant="secondary" isBusy={isBusy} busyLabel="Removing..." onClick={() => void run()}>
          Remove Blacklist
        </Button>
      )}
    </Notice>
  );
}
