import { useEffect, useRef, useState } from 'react';
import type { PreviewJson } from '#api/features/pages/pages.contract.ts';
import { showChangedPage } from '#src/features/pages/editor/preview-document.ts';
import { usePreviewFrame } from '#src/features/pages/editor/use-preview-frame.ts';

/** What changed is marked for so long (ms). */
const MARKED_MS = 2_000;

export type Theme = 'light' | 'dark';

type Props = {
  title: string;
  rendered: PreviewJson | null;
  theme: Theme;
  /** Of the window in which the page is shown (px); where there is less room, it is made smaller. */
  width: number;
};

/** The rendered home page, in a frame that runs no script. */
export function HomeFrame({ title, rendered, theme, width }: Props) {
  const { target, frame } = usePreviewFrame();
  useEffect(() => {
    if (!target || !rendered) return;
    const unmark = showChangedPage(target, rendered, theme);
    if (!unmark) return;
    const timer = setTimeout(unmark, MARKED_MS);
    return () => clearTimeout(timer);
  }, [target, rendered, theme]);
  useEffect(() => {
    if (!target) return;
    // Links of the page lead nowhere here.
    const stay = (event: Event) => event.preventDefault();
    target.addEventListener('click', stay);
    return () => target.removeEventListener('click', stay);
  }, [target]);
  const { scale, margin, room } = useScale(width);
  return (
    <div className="look-room" ref={room}>
      <iframe
        {...frame}
        title={title}
        tabIndex={-1}
        style={{
          width,
          height: `calc(100% / ${scale})`,
          transform: `scale(${scale})`,
          marginInlineStart: margin,
        }}
      />
    </div>
  );
}

/** How much a page of this width (px) is made smaller where there is less room, and what is beside it where there is more. */
function useScale(width: number) {
  const room = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  useEffect(() => {
    const measure = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0));
    if (room.current) measure.observe(room.current);
    return () => measure.disconnect();
  }, []);
  const scale = available === 0 ? 1 : Math.min(1, available / width);
  return { scale, margin: Math.max(0, (available - width) / 2), room };
}
