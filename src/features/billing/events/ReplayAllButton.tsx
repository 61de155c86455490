import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';

export function ReplayAllButton({ onReplay }: { onReplay: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    await onReplay();
    setBusy(false);
  };
  return (
    <Button isBusy={isBusy} busyLabel="Replaying..." onClick={() => void replay()}>
      Replay all failed
    </Button>
  );
}
