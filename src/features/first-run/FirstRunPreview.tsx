import '#src/ui/navigation/tabs.css';
import { useState } from 'react';
import type { useRenderedPage } from '#src/features/pages/editor/use-rendered-page.ts';
import { PreviewStatus } from '#src/ui/feedback/PreviewStatus.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { HomeFrame, type Theme } from './HomeFrame.tsx';

const themes: Record<Theme, string> = { light: 'Light', dark: 'Dark' };
const widths = { desktop: { label: 'Desktop', pixels: 1280 }, phone: { label: 'Phone', pixels: 390 } } as const;
type Width = keyof typeof widths;

type Props = { page: ReturnType<typeof useRenderedPage>; host: string };

/** The home page with the answers, as it will be. */
export function FirstRunPreview({ page: { rendered, error, isLoading, retry }, host }: Props) {
  const [theme, setTheme] = useState<Theme>('light');
  const [width, setWidth] = useState<Width>(() => (window.innerWidth < 700 ? 'phone' : 'desktop'));
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
          <HomeFrame title="Preview of the home page" rendered={rendered} theme={theme} width={widths[width].pixels} />
        </div>
        <PreviewStatus isRendered={rendered !== null} error={error} isLoading={isLoading} onRetry={retry} />
      </div>
    </section>
  );
}
