import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { PreviewFrame } from './PreviewFrame.tsx';

export type PreviewLink = { url: string; expires_at: string };

type Props = {
  /** Saves what is on the screen, and makes a link to how it would look. */
  createLink: () => Promise<PreviewLink>;
  onClose: () => void;
};

/** The draft as the same renderer would publish it, by a link that can be shared until it expires. */
export function PreviewDialog({ createLink, onClose }: Props) {
  return (
    <Modal isOpen title="Preview" isWide onClose={onClose}>
      <Preview createLink={createLink} />
    </Modal>
  );
}

function Preview({ createLink }: Pick<Props, 'createLink'>) {
  const { state, reload } = useQuery('preview link', createLink);
  if (state.status === 'loading') return <Loading message="Preparing the preview..." />;
  if (state.status === 'failed') return <ErrorPanel message={formatError(state.error)} onRetry={reload} />;
  return (
    <>
      <PreviewFrame>{(style) => <iframe src={state.value.url} title="Page preview" style={style} />}</PreviewFrame>
      <ShareLink link={state.value} />
    </>
  );
}

function ShareLink({ link }: { link: PreviewLink }) {
  const [statusMessage, setStatusMessage] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(link.url, window.location.origin).href);
      setStatusMessage('Link copied');
    } catch {
      setStatusMessage('Couldn’t copy the link. Open it in a new tab and copy the address.');
    }
  };
  return (
    <div className="preview-foot">
      <div className="form-actions">
        <a className="button button-secondary" href={link.url} target="_blank" rel="noopener">
          Open in new tab
        </a>
        <Button variant="secondary" onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      <p className="field-hint">
        Anyone with the link can see this draft until {formatDateTime(link.expires_at)}.{' '}
        <span role="status">{statusMessage}</span>
      </p>
    </div>
  );
}
