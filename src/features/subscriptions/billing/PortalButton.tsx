import type { ComponentProps, ReactNode } from 'react';
import { showToast } from '#src/lib/toast.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { createPortalSession, type PortalFlow } from '../subscription-api.ts';
import { getServerMessage } from '../subscription-model.ts';

type Props = { variant?: ComponentProps<typeof Button>['variant']; flow?: PortalFlow; children: ReactNode };

/** Opens the provider's page where the card is changed, or its overview with the billing details. Its address is short-lived, so it is made on the press. */
export function PortalButton({ variant = 'secondary', flow = 'payment_method', children }: Props) {
  const opening = useAction(async () => {
    try {
      window.location.assign((await createPortalSession(flow)).url);
    } catch (error) {
      showToast(getServerMessage(error) ?? 'Couldn’t open the payment page. Try again.', 'error');
    }
  });
  return (
    <Button variant={variant} onClick={() => void opening.run()} isBusy={opening.isBusy} busyLabel="Opening...">
      {children}
    </Button>
  );
}
