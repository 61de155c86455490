import type { Palette } from './brand-palette.ts';

/** A company, as far as the manifest of its web app says it. */
type ManifestFacts = {
  name: string;
  description: string;
  /** Of the words, as a language tag. */
  language: string;
  palette: Pick<Palette, 'paper' | 'pounamu'>;
};

/** The web app manifest. `tint`: the colour of the drawn mark, if there is one. */
export function formatWebManifest({ name, description, language, palette }: ManifestFacts, tint?: string): string {
  const manifest = {
    name,
    short_name: name,
    description,
    lang: language,
    start_url: '/',
    display: 'browser',
    background_color: palette.paper,
    theme_color: tint ?? palette.pounamu,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
