import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#src/lib/format/count.ts';
import { showToast } from '#src/lib/toast.ts';

/** An earlier release stands, and nothing is published: says so, and how it goes on. */
export function PublishingPausedBanner({ release, waiting }: { release: number; waiting: number }) {
  const [isAsking, setAsking] = useState(false);
  const resume = async () => {
    const { message } = await api.post('/api/releases/resume');
    showToast(message, 'success');
  };
  return (
    <section className="held-bar" aria-label="Publishing is held">
      <div>
        <p className="held-title">Publishing is held at release {release}.</p>
        <p>
          Visitors see the site as it was then. What is published now waits
          {waiting > 0 && `: ${formatCount(waiting, 'change')} so far`}.
        </p>
      </div>
      <Button onClick={() => setAsking(true)}>Resume publishing</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Resume publishing?"
        confirmLabel="Resume"
        busyLabel="Resuming..."
        onConfirm={resume}
        onClose={() => setAsking(false)}
      >
        <p>
          The site shows again what is published today: everything since release {release} goes live
          {waiting > 0 && `, also what waits now (${formatCount(waiting, 'change')})`}.
        </p>
      </ConfirmDialog>
    </section>
  );
}
