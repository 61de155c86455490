import { useEffect } from 'react';
import { EmailHtml } from '#src/features/mail/EmailHtml.tsx';
import { showPage } from '#src/features/pages/editor/preview-document.ts';
import { usePreviewFrame } from '#src/features/pages/editor/use-preview-frame.ts';
import { PreviewFrame } from '#src/features/drafts/publish/PreviewFrame.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { fetchRecord, type RehearsalRecord } from './rehearsal-api.ts';

type Props = { record: RehearsalRecord | null; onClose: () => void };

/** A page or an email as the customer of a rehearsal saw it. */
export function RecordDialog({ record, onClose }: Props) {
  return (
    <Modal isOpen={record !== null} title={record?.title ?? ''} isWide onClose={onClose}>
      {record && <RecordContent record={record} />}
    </Modal>
  );
}

function RecordContent({ record }: { record: RehearsalRecord }) {
  const { state, reload } = useQuery(`rehearsal record ${record.id}`, (signal) => fetchRecord(record.id, signal));
  if (state.status === 'loading') return <Loading message="Loading..." />;
  if (state.status === 'failed') return <ErrorPanel message={formatError(state.error)} onRetry={reload} />;
  return record.kind === 'email' ? <EmailHtml html={state.value.html} /> : <RecordedPage page={state.value} />;
}

/** The page in a frame in which no script runs. */
function RecordedPage({ page }: { page: { html: string; styles: string } }) {
  const { target, frame } = usePreviewFrame();
  useEffect(() => {
    if (target) showPage(target, page);
  }, [target, page]);
  return <PreviewFrame>{(style) => <iframe {...frame} title="Page" tabIndex={-1} style={style} />}</PreviewFrame>;
}
