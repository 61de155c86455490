import { useEffect, useRef } from 'react';
import type { SitePage } from '#api/domain/site-pages.ts';
import { PreviewFrame } from '#src/features/drafts/publish/PreviewFrame.tsx';
import { PreviewStatus } from '#src/ui/feedback/PreviewStatus.tsx';
import { renderPreview } from './page-draft.ts';
import { showPage, showSection } from './preview-document.ts';
import { usePreviewFrame } from './use-preview-frame.ts';
import { useRenderedPage } from './use-rendered-page.ts';

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
  const { rendered, error, isLoading, retry } = useRenderedPage(JSON.stringify(page), (json, signal) =>
    renderPreview(id, JSON.parse(json) as SitePage, signal),
  );
  const { target, frame } = usePreviewFrame();
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
      <PreviewFrame>{(style) => <iframe {...frame} title="Page preview" tabIndex={-1} style={style} />}</PreviewFrame>
      <PreviewStatus isRendered={rendered !== null} error={error} isLoading={isLoading} onRetry={retry} />
    </section>
  );
}
