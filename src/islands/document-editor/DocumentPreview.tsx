import type { DocumentDraftFields } from '#api/features/drafts/drafts.contract.ts';
import type { DraftText } from '#src/components/drafting/draft-text.ts';
import { Modal } from '#src/components/ui/Modal.tsx';
import { SafeHtml } from '#src/components/ui/SafeHtml.tsx';

type Props = { text: DraftText<DocumentDraftFields>; onClose: () => void };

/** A document as its readers will have it, by what shows it to them. */
export function DocumentPreview({ text, onClose }: Props) {
  return (
    <Modal isOpen isWide title="Preview" onClose={onClose}>
      <article className="document-preview">
        <h2>{text.fields.title || 'Untitled document'}</h2>
        <SafeHtml html={text.content} />
      </article>
    </Modal>
  );
}
