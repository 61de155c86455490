import * as palette from '#api/domain/palette.ts';
import { motifMarks } from '#src/ui/brand/marks.ts';
import {
  drawRect,
  drawGroup,
  hairline,
  ink,
  kowhai,
  drawMark,
  mix,
  drawSheet,
  progress,
  sheet,
  drawText,
} from './draw.ts';

const pounamu = palette.pounamu;
const { celadon, chalk } = palette;
const lineColor = '#d9d3c3';

/** An outline of four points; each point becomes a chapter. */
export function drawOutlineToBook(now: number): string {
  const aside = progress(now, 1.5, 2.3);
  const points = [120, 92, 132, 104].map((length, index) => {
    const drawn = progress(now, 0.35 + index * 0.2, 0.85 + index * 0.2);
    const y = 112 + index * 66;
    const dot = `<circle cx="40" cy="${y}" r="${7 * drawn}" fill="${index === 0 ? kowhai : celadon}"/>`;
    return dot + drawRect(60, y - 5, length * drawn, 10, '#b9c7bd', 5);
  });
  const outline = drawGroup(
    { x: mix(800, 640, aside), y: 170, scale: 1 },
    drawSheet(230, 370),
    drawRect(32, 40, 110 * progress(now, 0.1, 0.6), 16, pounamu, 8),
    ...points,
  );
  const chapters = [0, 1, 2, 3].map((index) => {
    const from = 1.9 + index * 0.22;
    const out = progress(now, from, from + 0.8);
    const column = index % 2;
    const x = mix(660, 916 + column * 160, out);
    const y = mix(262 + index * 66, 122 + Math.floor(index / 2) * 238, out);
    const rows = Array.from({ length: 8 }, (_, row) => {
      const grown = progress(now, from + 0.5 + row * 0.06, from + 0.9 + row * 0.06);
      return drawRect(20, 66 + row * 16, (row % 4 === 3 ? 62 : 100) * grown, 6, lineColor, 3);
    });
    const heading = drawRect(
      20,
      30,
      64 * progress(now, from + 0.35, from + 0.7),
      12,
      index === 0 ? kowhai : celadon,
      6,
    );
    return drawGroup(
      { x, y, scale: mix(0.15, 1, out), opacity: Math.min(1, out * 3) },
      drawSheet(140, 214),
      heading,
      ...rows,
    );
  });
  return chapters.join('') + outline;
}

const receipt =
  '<path d="M4 9h104v166l-17-13-17 13-18-13-17 13-17-13-18 13z" fill="rgba(38, 32, 18, 0.07)"/>' +
  `<path d="M0 0h104v166l-17-13-17 13-18-13-17 13-17-13-18 13z" fill="${sheet}" stroke="${hairline}" stroke-width="1.5"/>` +
  drawRect(16, 22, 44, 10, '#d8a63a', 5) +
  [50, 68, 86].map((y) => drawRect(16, y, 40, 6, lineColor, 3) + drawRect(72, y, 18, 6, lineColor, 3)).join('') +
  drawRect(16, 116, 74, 10, '#c9b98c', 5);

/** Three receipts fly in and settle as rows of one return, which gets its tick. */
export function drawReceiptsToReturn(now: number): string {
  const form = progress(now, 1.2, 1.8);
  const rows = [0, 1, 2].map((index) => {
    const y = 116 + index * 78;
    const filled = progress(now, 2.25 + index * 0.28, 2.7 + index * 0.28);
    const check = `<path d="m42 ${y} 6 6 11-12" fill="none" stroke="${pounamu}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" opacity="${filled}"/>`;
    return (
      `<circle cx="50" cy="${y}" r="17" fill="${filled > 0.5 ? palette.pounamuTint : palette.sunken}"/>${check}` +
      drawRect(84, y - 5, 132 * filled, 10, '#cfc6ae', 5) +
      drawRect(288 - 54 * filled, y - 5, 54 * filled, 10, '#d8a63a', 5)
    );
  });
  const total = progress(now, 3.1, 3.5);
  const page = drawGroup(
    { x: 756, y: 136 + 24 * (1 - form), opacity: form },
    drawSheet(330, 440),
    drawRect(32, 40, 150, 16, palette.ochre, 8),
    ...rows,
    drawRect(32, 334, 266 * total, 2, hairline),
    drawRect(32, 362, 110 * total, 14, '#b8ab88', 7),
    drawRect(298 - 84 * total, 362, 84 * total, 14, palette.ochre, 7),
  );
  const starts = [
    { x: 690, y: 210, turn: -14 },
    { x: 872, y: 150, turn: 6 },
    { x: 1050, y: 236, turn: 15 },
  ];
  const receipts = starts.map((start, index) => {
    const fallen = progress(now, 0.15 + index * 0.22, 0.85 + index * 0.22);
    const settled = progress(now, 1.55 + index * 0.28, 2.35 + index * 0.28);
    const x = mix(start.x, 792, settled);
    const y = mix(mix(start.y - 90, start.y, fallen), 240 + index * 78, settled);
    const opacity = Math.min(fallen, 1 - progress(settled, 0.72, 1));
    return drawGroup({ x, y, turn: start.turn * (1 - settled), scale: mix(1.25, 0.2, settled), opacity }, receipt);
  });
  const stamped = progress(now, 3.4, 3.85);
  const seal = drawGroup(
    { x: 1086, y: 566, scale: mix(1.5, 1, stamped), opacity: stamped },
    `<circle r="46" fill="${pounamu}"/><path d="m-20 1 14 14 26-29" fill="none" stroke="${chalk}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
  return page + receipts.join('') + seal;
}

const spine = (width: number, height: number, fill: string, band: string) =>
  drawRect(0, -height, width, height, fill, 5) +
  drawRect(0, 34 - height, width, 9, band) +
  drawRect(0, 50 - height, width, 3, band);

const standing = [
  { x: 668, width: 54, height: 236, fill: palette.blue, band: palette.blueDark },
  { x: 726, width: 42, height: 200, fill: palette.brick, band: palette.brickDark },
  { x: 772, width: 60, height: 262, fill: pounamu, band: celadon },
  { x: 926, width: 46, height: 218, fill: palette.ochre, band: palette.ochreDark },
  { x: 976, width: 58, height: 246, fill: palette.pounamuDeep, band: celadon },
  { x: 1038, width: 40, height: 192, fill: palette.blue, band: chalk },
  { x: 1082, width: 52, height: 228, fill: palette.brick, band: chalk },
];

const shelfFormats = [
  { name: 'EPUB', x: 648, width: 104 },
  { name: 'PDF', x: 766, width: 88 },
  { name: 'HTML', x: 868, width: 108 },
  { name: 'Markdown', x: 990, width: 158 },
];

/** A book finds its place on the shelf, then the formats it can be read in. */
export function drawBookToShelf(now: number): string {
  const shelf = drawRect(636, 540, 536 * progress(now, 0.05, 0.6), 12, '#c9a24a', 6);
  const books = standing.map(({ x, width, height, fill, band }, index) => {
    const risen = progress(now, 0.2 + index * 0.07, 0.75 + index * 0.07);
    return drawGroup({ x, y: 540 + 26 * (1 - risen), opacity: risen }, spine(width, height, fill, band));
  });
  const across = progress(now, 1, 1.8);
  const down = progress(now, 1.7, 2.2);
  const own = drawGroup(
    {
      x: mix(980, 844, across),
      y: mix(mix(230, 486, across), 540, down),
      turn: 22 * (1 - across),
      opacity: progress(now, 0.85, 1.1),
    },
    spine(72, 276, kowhai, palette.ochre),
  );
  const formats = shelfFormats.map(({ name, x, width }, index) => {
    const shown = progress(now, 2.3 + index * 0.14, 2.7 + index * 0.14);
    const label = drawText(name, width / 2, 33, { size: 24, weight: 600, fill: palette.blue, anchor: 'middle' });
    return drawGroup({ x, y: 150 + 14 * (1 - shown), opacity: shown }, drawRect(0, 0, width, 48, sheet, 24), label);
  });
  return drawGroup({ x: 30, y: 4 }, shelf, ...books, own, ...formats);
}

/** A bubble that thinks; what it will say is not said yet. */
export function drawChatBubble(now: number): string {
  const shown = progress(now, 0.1, 0.6);
  const reply = progress(now, 0.5, 1);
  const dots = [0, 1, 2].map((index) => {
    const lift = Math.max(0, Math.sin((now - 0.9 - index * 0.18) * 4.4)) * 16 * progress(now, 0.8, 1.1);
    return `<circle cx="${110 + index * 62}" cy="${84 - lift}" r="17" fill="${palette.brick}"/>`;
  });
  const question =
    `<path d="M44 0h212a44 44 0 0 1 44 44v68H44a44 44 0 0 1-44-44V44A44 44 0 0 1 44 0z" fill="${palette.brick}"/>` +
    drawRect(44, 36, 200, 12, '#f2d3ca', 6) +
    drawRect(44, 64, 132, 12, '#f2d3ca', 6);
  const bubblePath = `<path d="M56 0h232a56 56 0 0 1 56 56v56a56 56 0 0 1-56 56H0V56A56 56 0 0 1 56 0z" fill="${sheet}"/>`;
  const soon = progress(now, 1, 1.4);
  return (
    drawGroup({ x: 852, y: 156 + 24 * (1 - shown), opacity: shown }, question) +
    drawGroup({ x: 664, y: 312 + 24 * (1 - reply), opacity: reply }, bubblePath, ...dots) +
    drawGroup(
      { x: 948, y: 528, opacity: soon },
      drawRect(0, 0, 212, 58, kowhai, 29),
      drawText('Coming soon', 106, 38, { size: 27, weight: 600, fill: ink, anchor: 'middle' }),
    )
  );
}

/** The four products side by side. */
export function drawProductRow(now: number): string {
  return Object.values(motifMarks)
    .map((product, index) => {
      const shown = progress(now, 0.25 + index * 0.12, 0.75 + index * 0.12);
      return drawGroup({ x: 445 + index * 130, y: 520 + 18 * (1 - shown), opacity: shown }, drawMark(product, 92));
    })
    .join('');
}
