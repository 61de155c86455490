import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import '#src/features/documents/reader/documents.css';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import { PreviewFrame } from '#src/features/drafts/publish/PreviewFrame.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import type {
  DocumentDraftFields,
  DocumentJson,
  DocumentPageJson,
} from '#api/features/documents/documents.contract.ts';
import { DocumentArticle } from '#src/features/documents/reader/DocumentArticle.tsx';
import { api, formatServerError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { copyPageStyles } from '#src/ui/content/frame-styles.ts';
import { decodeAddressPart } from '#api/domain/decode-address.ts';

type Props = { text: DraftContent<DocumentDraftFields>; live: DocumentJson | null; onClose: () => void };

/** A document as its readers will have it, rendered by the server and drawn by the component that draws it for them. */
export function DocumentPreview({ text, live, onClose }: Props) {
  const { content } = text;
  const { state, reload } = useQuery(`document preview ${content}`, (signal) =>
    api.post('/api/documents/preview', { json: { content }, signal }),
  );
  return (
    <Modal isOpen isWide title="Preview" onClose={onClose}>
      {state.status === 'loading' && <Loading />}
      {state.status === 'failed' && (
        <ErrorPanel message={formatServerError(state.error, 'Couldn’t load the preview.')} onRetry={reload} />
      )}
      {state.status === 'loaded' && (
        <PreviewFrame>
          {(style) => (
            <IframePortal title="Document preview" style={style}>
              <div className="wrap document-page">
                <DocumentArticle
                  document={toPreviewDocument(text, live, state.value.html)}
                  level={1}
                  canEdit={false}
                  arrival="returned"
                />
              </div>
            </IframePortal>
          )}
        </PreviewFrame>
      )}
      <p className="field-hint">
        This shows the text in your editor, including unsaved changes. Readers will also see the site’s header and
        footer, a link back to the section, and the previous and next documents.
      </p>
    </Modal>
  );
}

/** What readers will get, if it is published now. */
function toPreviewDocument(
  { fields }: DraftContent<DocumentDraftFields>,
  live: DocumentJson | null,
  html: string,
): DocumentPageJson {
  const now = new Date().toISOString();
  return {
    id: 0,
    slug: '',
    section_name: null,
    product_id: null,
    product_name: null,
    position: 0,
    revision: 0,
    has_draft: false,
    ...live,
    title: fields.title || 'Untitled document',
    section_id: fields.section_id,
    status: fields.status,
    html,
    created_at: live?.created_at ?? now,
    updated_at: now,
  };
}

type IframePortalProps = { title: string; style: CSSProperties; children: ReactNode };

/** Renders its children into an iframe with the style sheets of this page: media queries use the iframe's width. */
function IframePortal({ title, style, children }: IframePortalProps) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inside = frame?.contentDocument;
    if (!inside) return;
    copyPageStyles(inside);
    setBody(inside.body);
    inside.addEventListener('click', handleLinkClick);
    return () => inside.removeEventListener('click', handleLinkClick);
  }, [frame]);
  return (
    <>
      <iframe ref={setFrame} title={title} style={style} />
      {body && createPortal(children, body)}
    </>
  );
}

/** A link would replace the preview: anchors scroll in it, pages open in a new tab. */
function handleLinkClick(event: MouseEvent): void {
  const inside = event.currentTarget as Document;
  const address = (event.target as Element).closest('a')?.getAttribute('href');
  if (!address) return;
  event.preventDefault();
  if (address.startsWith('#')) inside.getElementById(decodeAddressPart(address.slice(1)))?.scrollIntoView();
  else window.open(address, '_blank', 'noopener');
}
