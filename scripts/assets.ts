/** Draws the files of the company from src/config/site.ts: `npm run assets`, or some of them, `npm run assets -- icons og`. */
import './closed-output.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { renderIcons, renderOgImages } from './assets/brand-files.ts';
import { formatCaptions } from './assets/intro/captions.ts';
import { renderFilm } from './assets/intro/render-film.ts';

type Files = Record<string, Buffer | string>;

const parts: Record<string, { directory: string; render: () => Files | Promise<Files> }> = {
  icons: { directory: 'public', render: renderIcons },
  og: { directory: 'public', render: renderOgImages },
  captions: { directory: 'public/media', render: () => ({ 'intro.vtt': formatCaptions() }) },
  film: { directory: 'public/media', render: renderFilm },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !parts[name]);
if (unknown.length > 0) {
  process.stderr.write(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, { directory, render }] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const [file, content] of Object.entries(await render())) {
    const path = join(PROJECT_ROOT, directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    process.stdout.write(`${directory}/${file} ${Buffer.byteLength(content)} bytes\n`);
  }
}
