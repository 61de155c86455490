import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { companyMark } from '#src/config/site.ts';
import { renderIcons } from '../../scripts/assets/brand-files.ts';
import { formatCaptions } from '../../scripts/assets/intro/captions.ts';
import { drawFrame, SECONDS } from '../../scripts/assets/intro/film.ts';

const icons = await renderIcons();
const readPublic = (path: string) => readFileSync(join(PROJECT_ROOT, 'public', path), 'utf8');

const { company } = demoSettings;

describe('the drawn files of the company', () => {
  it.each([
    ['favicon.svg', () => icons['favicon.svg']],
    ['site.webmanifest', () => icons['site.webmanifest']],
    ['media/intro.vtt', formatCaptions],
  ])('%s is what npm run assets draws', (path, draw) => {
    expect(readPublic(path)).toBe(String(draw()));
  });

  it('the film shows the greeting, the mark, the name and the tagline of the company', () => {
    const opening = drawFrame(2);
    for (const words of company.greeting.split(' for ')) expect(opening).toContain(words);
    expect(opening).toContain(companyMark.symbol);
    for (const words of [company.name, company.tagline]) expect(drawFrame(SECONDS - 0.5)).toContain(words);
  });
});

describe('drawings of the demo posts', () => {
  const names = readdirSync(join(PROJECT_ROOT, 'public/images'));

  it.each(names)('%s has dark colours', (name) => {
    const dark = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(readPublic(`images/${name}`))?.[1] ?? '';
    for (const ground of ['[fill="#faf7f0"]', '[fill="#16211d"]']) {
      if (readPublic(`images/${name}`).includes(ground.slice(1, -1))) expect(dark).toContain(ground);
    }
    expect(dark).not.toBe('');
  });
});
