import { stonePath } from '#api/domain/company-mark.ts';
import { motifMarks } from '#src/ui/brand/marks.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { companyMark } from '#src/config/site.ts';
import { drawGroup, drawMark, mix, muted, paper, progress, drawText } from './draw.ts';
import {
  drawBookToShelf,
  drawChatBubble,
  drawProductRow,
  drawOutlineToBook,
  drawReceiptsToReturn,
} from './products.ts';

const { company } = demoSettings;

export const WIDTH = 1280;
export const HEIGHT = 720;
export const FPS = 24;

type Scene = {
  seconds: number;
  /** What the captions say is seen. The site fills in its names when it publishes them. */
  caption: string;
  draw: (now: number) => string;
  /** The stone behind the picture; none at the opening and the end. */
  tint?: readonly [number, number, number];
};

const product = (
  motif: keyof typeof motifMarks,
  title: string,
  lines: string[],
  drawPicture: (now: number) => string,
) => {
  return (now: number) => {
    const shown = progress(now, 0.05, 0.55);
    const text = lines.map((line, index) => drawText(line, 92, 408 + index * 66, { size: 57, face: 'Fraunces' }));
    const heading =
      drawGroup({ x: 126, y: 296 }, drawMark(motifMarks[motif], 68)) +
      drawText(title, 178, 308, { size: 34, weight: 600 });
    return drawGroup({ x: -20 * (1 - shown), y: 0, opacity: shown }, heading, ...text) + drawPicture(now);
  };
};

const opening = (now: number) => {
  const grown = progress(now, 0.1, 0.8);
  const lines = company.greeting.split(/(?<= for) /).map((line, index) => {
    const shown = progress(now, 0.5 + index * 0.25, 1.1 + index * 0.25);
    const text = drawText(line, 640, 0, { size: 68, face: 'Fraunces', anchor: 'middle' });
    return drawGroup({ x: 0, y: 446 + index * 80 + 18 * (1 - shown), opacity: shown }, text);
  });
  return (
    drawGroup({ x: 640, y: 262, scale: mix(0.6, 1, grown), opacity: grown }, drawMark(companyMark, 168)) +
    lines.join('')
  );
};

const ending = (now: number) => {
  const shown = progress(now, 0.05, 0.6);
  const name = drawText(company.name, 640, 300, { size: 104, face: 'Fraunces', anchor: 'middle' });
  const tagline = drawText(company.tagline, 640, 378, { size: 36, fill: muted, anchor: 'middle' });
  return drawGroup({ x: 0, y: 14 * (1 - shown), opacity: shown }, name, tagline) + drawProductRow(now);
};

const OPENING_SECONDS = 2.7;
const ENDING_SECONDS = 2.4;

export const scenes: Scene[] = [
  {
    seconds: OPENING_SECONDS,
    caption: `The {company} mark: ${companyMark.description}. {greeting}.`,
    draw: opening,
  },
  {
    seconds: 4.4,
    caption: '{product: genmate}: an outline of four points grows into four chapters.',
    draw: product('page', 'GenMate', ['From an outline', 'to a finished book'], drawOutlineToBook),
    tint: [224, 238, 230],
  },
  {
    seconds: 4.6,
    caption: '{product: taxmate}: three receipts become one tidy tax return, marked with a tick.',
    draw: product('receipt', 'TaxMate', ['From receipts', 'to a tidy return'], drawReceiptsToReturn),
    tint: [250, 239, 206],
  },
  {
    seconds: 3.6,
    caption: '{product: openshelf}: a book slides onto a shelf, ready to read as EPUB, PDF, HTML or Markdown.',
    draw: product('shelf', 'OpenShelf', ['Long-form work', 'on a public shelf'], drawBookToShelf),
    tint: [225, 236, 242],
  },
  {
    seconds: 2.2,
    caption: '{product: chatmate}: a chat bubble with three moving dots. Coming soon.',
    draw: product('speech', 'ChatMate', ['A chat assistant', 'for everyday work'], drawChatBubble),
    tint: [249, 231, 225],
  },
  { seconds: ENDING_SECONDS, caption: '{company}. {tagline}', draw: ending },
];

export const SECONDS = scenes.reduce((sum, scene) => sum + scene.seconds, 0);

const FADE = 0.35;

/** The stone under the picture: it slides in with the first product, out after the last, and takes each one's tint. */
function ground(now: number): string {
  const first = OPENING_SECONDS;
  const last = SECONDS - ENDING_SECONDS;
  const inside = progress(now, first - FADE, first + FADE) * (1 - progress(now, last - FADE, last + FADE));
  let start = 0;
  let [red, green, blue] = [224, 238, 230];
  for (const { seconds, tint } of scenes) {
    const fade = progress(now, start - FADE, start + FADE);
    start += seconds;
    if (tint) [red, green, blue] = [mix(red, tint[0], fade), mix(green, tint[1], fade), mix(blue, tint[2], fade)];
  }
  const fill = `rgb(${[red, green, blue].map(Math.round).join(' ')})`;
  return drawGroup({ x: mix(1300, 540, inside), y: -64, scale: 26.4 }, `<path d="${stonePath}" fill="${fill}"/>`);
}

/** The picture at `now` seconds, as SVG. The same second gives the same picture. */
export function drawFrame(now: number): string {
  let start = 0;
  const parts = scenes.map((scene, index) => {
    const local = now - start;
    start += scene.seconds;
    if (local < 0 || local > scene.seconds) return '';
    const isLast = index === scenes.length - 1;
    const leaving = isLast ? 0 : progress(local, scene.seconds - FADE, scene.seconds);
    return drawGroup({ x: 0, y: 0, opacity: 1 - leaving }, scene.draw(local));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path fill="${paper}" d="M0 0h1280v720H0z"/>${ground(now)}${parts.join('')}</svg>`;
}
