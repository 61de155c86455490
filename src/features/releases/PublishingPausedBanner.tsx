import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { showToast } from '#src/lib/toast.ts';

/** Publishing is paused at an earlier release: says so, and how to resume. */
export function PublishingPausedBanner({ release, waiting }: { release: number; waiting: number }) {
  const resume = async () => {
    const { message } = await api.post('/api/releases/resume');
    showToast(message, 'success');
  };
  return (
    <section className="held-bar" aria-label="Publishing is paused">
      <div>
        <p className="held-title">Publishing is paused at release {release}.</p>
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
