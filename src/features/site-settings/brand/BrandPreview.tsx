import '#src/ui/navigation/tabs.css';
import { useEffect, useMemo } from 'react';
import type { Palette, PaletteTheme } from '#api/domain/brand-palette.ts';
import { formatBrandStyles } from '#api/domain/brand-styles.ts';
import { fontFiles } from '#src/styles/font-files.ts';
import { formatFontStyles } from '#src/styles/font-styles.ts';
import { DrawnCover } from '#src/ui/covers/DrawnCover.tsx';
import { type FlatSettings, getBrand, getText } from '#src/features/site-settings/settings-draft.ts';

type Props = {
  settings: FlatSettings;
  palette: Palette;
  theme: PaletteTheme;
  onThemeChange: (theme: PaletteTheme) => void;
};

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const STORIES = ['Our first year', 'What we learned', 'What comes next'];

/** A page of the site, small, in the settings as they are typed. Only a sample: its links lead nowhere, so readers of screens skip it. */
export function BrandPreview({ settings, palette, theme, onThemeChange }: Props) {
  const { motif, headline_font: headline, text_font: text } = getBrand(settings);
  useStyles(useMemo(() => formatBrandStyles(palette, '.brand'), [palette]));
  // Swapped at once: a site keeps the font of its first paint, here every choice has to be seen.
  useStyles(
    useMemo(
      () => formatFontStyles({ headline, text }, fontFiles, '.brand').replaceAll('display:optional', 'display:swap'),
      [headline, text],
    ),
  );
  const name = getText(settings, 'company.name');
  const tagline = getText(settings, 'company.tagline');
  const greeting = getText(settings, 'company.greeting');
  return (
    <section className="brand-preview" aria-labelledby="brand-preview">
      <div className="brand-preview-head">
        <h2 id="brand-preview">Preview</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <div className="segments" role="group" aria-label="Preview in">
          {THEMES.map(([value, label]) => (
            <button key={value} type="button" aria-pressed={value === theme} onClick={() => onThemeChange(value)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <div className="brand sample-page" data-theme={theme} aria-hidden="true">
        <div className="sample-header">
          <Mark settings={settings} />
          <span>Products</span>
          <span>Prices</span>
          <span>Blog</span>
          <span className="sample-button">Sign in</span>
        </div>
        <div className="sample-hero">
          {greeting && <p className="sample-eyebrow">{greeting}</p>}
          <p className="sample-title">{tagline || name}</p>
          <p className="sample-text">{getText(settings, 'search.description')}</p>
          <p className="sample-actions">
            <span className="sample-button">Get started</span>
            <span className="sample-button is-quiet">See prices</span>
          </p>
          <p className="sample-news">
            <b>News</b> Read how it is going <span className="sample-link">Read more</span>
          </p>
        </div>
        <div className="sample-stories">
          {STORIES.map((title, index) => (
            <div key={title} className="sample-story">
              <DrawnCover seed={title} categoryId={index} motif={motif} />
              <p>{title}</p>
            </div>
          ))}
        </div>
        <div className="sample-deep">
          <p className="sample-subtitle">Write to us</p>
          <p>{getText(settings, 'company.email')}</p>
          <span className="sample-button is-bright">Contact</span>
        </div>
        <div className="sample-footer">
          <Mark settings={settings} />
          <span>© {getText(settings, 'company.legal_name')}</span>
        </div>
      </div>
      <p className="field-hint">Visitors see these changes when you publish.</p>
    </section>
  );
}

/** The logo; without one the mark, or the first letter on a stone, beside the name. */
function Mark({ settings }: { settings: FlatSettings }) {
  const { logo, mark } = getBrand(settings);
  const name = getText(settings, 'company.name');
  if (logo) return <img className="sample-logo" src={logo.url} alt="" />;
  return (
    <span className="sample-mark">
      {mark ? <img src={mark.url} alt="" /> : <i>{name.charAt(0).toUpperCase()}</i>}
      {name}
    </span>
  );
}

/** Adds styles to the page while this is shown. A sheet of the script, as the policy of the pages refuses `<style>`. */
function useStyles(styles: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [styles]);
}
