import { useEffect, useRef, useState } from 'react';
import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import { showChangedPage } from '#src/features/pages/editor/preview-document.ts';
import { usePreviewFrame } from '#src/features/pages/editor/use-preview-frame.ts';
import { useRenderedPage } from '#src/features/pages/editor/use-rendered-page.ts';
import { api } from '#src/lib/api-client.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

/** What changed is marked for so long (ms). */
const MARKED_MS = 2_000;
const themes = { light: 'Light', dark: 'Dark' } as const;
const widths = { desktop: { label: 'Desktop', pixels: 1280 }, phone: { label: 'Phone', pixels: 390 } } as const;
type Theme = keyof typeof themes;
type Width = keyof typeof widths;

/** The home page with the answers, rendered as it will be. */
export function FirstRunPreview({ answers, host }: { answers: FirstRunAnswers; host: string }) {
  const [theme, setTheme] = useState<Theme>('light');
  const [width, setWidth] = useState<Width>(() => (window.innerWidth < 700 ? 'phone' : 'desktop'));
  const { rendered, error, isLoading, retry } = useRenderedPage(JSON.stringify(answers), (json, signal) =>
    api.post('/api/admin/first-run/preview', { json: { answers: JSON.parse(json) as FirstRunAnswers }, signal }),
  );
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
  const { scale, margin, room } = useScale(widths[width].pixels);
  return (
    <section className="first-run-look" aria-labelledby="look">
      <div>
        <div className="look-head">
          <h2 id="look">Your site</h2>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
          <div className="segments" role="group" aria-label="Colour scheme">
            {(Object.keys(themes) as Theme[]).map((name) => (
              <button key={name} type="button" aria-pressed={name === theme} onClick={() => setTheme(name)}>
                {themes[name]}
              </button>
            ))}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
          <div className="segments not-phone" role="group" aria-label="Width">
            {(Object.keys(widths) as Width[]).map((name) => (
              <button key={name} type="button" aria-pressed={name === width} onClick={() => setWidth(name)}>
                {widths[name].label}
              </button>
            ))}
          </div>
        </div>
        <div className="look-frame">
          <p className="look-bar">
            <Icon name="lock" size={14} />
            <span>{host}</span>
            <span>Draft</span>
          </p>
          <div className="look-room" ref={room}>
            <iframe
              {...frame}
              title="Preview of the home page"
              tabIndex={-1}
              style={{
                width: widths[width].pixels,
                height: `calc(100% / ${scale})`,
                transform: `scale(${scale})`,
                marginInlineStart: margin,
              }}
            />
          </div>
        </div>
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
      </div>
    </section>
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
