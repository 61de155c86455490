import type { z } from 'zod';
import type { resumePublishingResponse } from '#api/features/releases/releases.contract.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { showToast } from '#src/lib/toast.ts';

/** An earlier release stands, and nothing is published: says so, and how it goes on. */
export function PublishingPausedBanner({ release, waiting }: { release: number; waiting: number }) {
  const resume = async () => {
    const { message } = await api.post<z.infer<typeof resumePublishingResponse>>('/api/releases/resume');
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
      <ConfirmButton
        label="Resume publishing"
        title="Resume publishing?"
        confirmLabel="Resume"
        busyLabel="Resuming..."
        onConfirm={resume}
      >
        <p>
          The site shows again what is published today: everything since release {release} goes live
          {waiting > 0 && `, also what waits now (${formatCount(waiting, 'change')})`}.
        </p>
      </ConfirmButton>
    </section>
  );
}
