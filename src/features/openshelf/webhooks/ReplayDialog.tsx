import type { OpenshelfWebhookJson } from '#api/features/openshelf/webhooks/webhooks.contract.ts';
import { replayWebhook } from '#src/features/openshelf/openshelf-api.ts';
import { showToast } from '#src/lib/toast.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { EVENT_LABELS } from './webhook-labels.ts';

type Props = {
  /** Null while it is closed. */
  webhook: OpenshelfWebhookJson | null;
  /** Null where no address is set. */
  url: string | null;
  onReplayed: () => void;
  onClose: () => void;
};

/** Asks before a webhook is sent again. */
export function ReplayDialog({ webhook, url, onReplayed, onClose }: Props) {
  const replay = async () => {
    if (!webhook) return;
    const { message } = await replayWebhook(webhook.id);
    showToast(message, 'success');
    onReplayed();
  };
  return (
    <ConfirmDialog
      isOpen={webhook !== null}
      title="Send this webhook again?"
      confirmLabel="Send again"
      busyLabel="Sending..."
      onConfirm={replay}
      onClose={onClose}
    >
      {webhook && (
        <>
          <div className="dialog-subject">
            <p>
              <b>{EVENT_LABELS[webhook.type]}</b>
              <span className="row-note">{webhook.publication_title}</span>
            </p>
          </div>
          <p>
            {url === null
              ? 'It is sent once the server has an address for webhooks.'
              : 'It goes out now, with the same event id: a publishing service that already has it ignores it.'}
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
