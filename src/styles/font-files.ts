import frauncesUrl from '#src/assets/fonts/fraunces.woff2?url';
import interUrl from '#src/assets/fonts/inter.woff2?url';
import type { FontFiles } from './font-styles.ts';

const library = import.meta.glob<string>('../assets/fonts/library/*.woff2', {
  eager: true,
  // A small file would become a data URL otherwise, which the policy of the pages refuses.
  query: '?url&no-inline',
  import: 'default',
});

/** The address of each file of a font in the build. */
export const fontFiles: FontFiles = {
  'fraunces-latin': frauncesUrl,
  'inter-latin': interUrl,
  ...Object.fromEntries(Object.entries(library).map(([path, url]) => [path.replace(/^.*\/|\.woff2$/g, ''), url])),
};
