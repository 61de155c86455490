import { useEffect, useRef, useState } from 'react';
import type { PreviewJson } from '#api/features/pages/pages.contract.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import { PreviewFrame } from '#src/features/drafts/publish/PreviewFrame.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { openEmptyDocument } from '#src/lib/inert-html.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { renderPreview } from './page-draft.ts';
import { showPage, showSection } from './preview-document.ts';

/** One request for a burst of typing (ms). */
const RENDER_AFTER_MS = 300;

type Props = {
  id: number;
  page: SitePage;
  /** The section that is being edited. */
  current: string | null;
  /** A section was pressed. */
  onOpen: (section: string) => void;
};

/** The page as it would be published, while it is edited. */
export function PagePreview({ id, page, current, onOpen }: Props) {
  const { rendered, error, isLoading, retry } = useRenderedPage(id, page);
  const frame = useRef<HTMLIFrameElement>(null);
  const [target, setTarget] = useState<Document | null>(null);
  useEffect(() => {
    if (frame.current) openEmptyDocument(frame.current);
  }, []);
  useEffect(() => {
    if (target && rendered) showPage(target, rendered);
  }, [target, rendered]);
  const isShown = target !== null && rendered !== null;
  useEffect(() => {
    if (isShown) showSection(target, current);
  }, [isShown, target, current]);
  const latest = useRef({ page, onOpen });
  latest.current = { page, onOpen };
  useEffect(() => {
    if (!target) return;
    const press = (event: Event) => {
      // Links of the page lead nowhere here.
      event.preventDefault();
      const ids = new Set(latest.current.page.sections.map((section) => section.id));
      let element = event.target as Element | null;
      while (element && !ids.has(element.id)) element = element.parentElement;
      if (element) latest.current.onOpen(element.id);
    };
    target.addEventListener('click', press);
    return () => target.removeEventListener('click', press);
  }, [target]);
  return (
    <section className="page-preview" aria-label="Preview">
      <PreviewFrame>
        {(style) => (
          <iframe
            ref={frame}
            title="Page preview"
            sandbox="allow-same-origin"
            tabIndex={-1}
            style={style}
            onLoad={({ currentTarget }) => setTarget(currentTarget.contentDocument)}
          />
        )}
      </PreviewFrame>
      <p className="field-hint" role="status">
        {error === null && rendered === null && 'Preparing the preview...'}
        {error !== null && (
          <>
            Couldn’t make the preview. {error}{' '}
            <Button variant="secondary" className="button-small" isBusy={isLoading} onClick={retry}>
              Retry
            </Button>
          </>
        )}
      </p>
    </section>
  );
}

/** The last answer stays while the next one is made. */
function useRenderedPage(id: number, page: SitePage) {
  const [rendered, setRendered] = useState<PreviewJson | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  const json = JSON.stringify(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt renders the same page again
  useEffect(() => {
    const request = new AbortController();
    const render = async () => {
      setLoading(true);
      try {
        const answer = await renderPreview(id, JSON.parse(json) as SitePage, request.signal);
        if (request.signal.aborted) return;
        setRendered(answer);
        setError(null);
      } catch (cause) {
        if (!request.signal.aborted) setError(formatError(cause));
      }
      if (!request.signal.aborted) setLoading(false);
    };
    const timer = setTimeout(() => void render(), isFirst.current ? 0 : RENDER_AFTER_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [id, json, attempt]);
  return { rendered, error, isLoading, retry: () => setAttempt((count) => count + 1) };
}
