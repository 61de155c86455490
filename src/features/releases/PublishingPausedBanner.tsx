import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { showToast } from '#src/lib/toast.ts';

/** Shown while publishing is paused at an earlier release, with the button that resumes it. */
export function PublishingPausedBanner({ release, waiting }: { release: number; waiting: number }) {
  const resume = async () => {
    const { message } = await api.post('/api/releases/resume');
    showToast(message, 'success');
  };
  return (
    <section className="paused-banner" aria-label="Publishing is paused">
      <div>
        <p className="paused-title">Publishing is paused at release {release}.</p>
        <p>
          Visitors see the site as it was then.{' '}
          {waiting > 0 ? `${formatCount(waiting, 'change')} waiting to be published.` : 'New changes will wait.'}
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
          Everything published since release {release} goes live
          {waiting > 0 && `, including ${formatCount(waiting, 'change')} waiting now`}.
        </p>
      </ConfirmButton>
    </section>
  );
}
