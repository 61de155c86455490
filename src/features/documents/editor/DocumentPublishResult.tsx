import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import { PublishResultCard } from '#src/features/drafts/publish/PublishResultCard.tsx';
import { formatDuration, PublishResultDialog } from '#src/features/drafts/publish/PublishResultDialog.tsx';
import { paths } from '#src/lib/paths.ts';

type Props = {
  document: DocumentJson;
  /** Readers had it before. */
  isUpdate: boolean;
  /** From the request to the answer (ms): documents are live with it. */
  milliseconds: number;
  onDone: () => void;
  onStay: () => void;
};

/** What readers have after publishing a document. */
export function DocumentPublishResult({ document, isUpdate, milliseconds, onDone, onStay }: Props) {
  const { slug, title, status } = document;
  const isPublished = status === 'published';
  const path = paths.document(slug);
  const took = `took ${formatDuration(milliseconds)}`;
  return (
    <PublishResultDialog
      title={isPublished ? (isUpdate ? 'Updated' : 'Published') : 'Unpublished'}
      status={
        <p role="status" className="publish-state" data-state="live">
          {isPublished ? `Live (${took})` : `Done (${took}). Readers no longer see this document.`}
        </p>
      }
      isFinished
      canLeave
      card={<PublishResultCard title={title} path={path} hasPage={isPublished} />}
      listName="documents"
      view={isPublished ? { label: 'View document', href: path } : null}
      onDone={onDone}
      onStay={onStay}
    />
  );
}
