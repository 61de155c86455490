import * as palette from '#api/domain/palette.ts';
import { facetPath, stonePath } from '#api/domain/company-mark.ts';

export const ink = palette.ink;
export const muted = palette.muted;
export const paper = palette.paper;
export const sheet = palette.surface;
export const hairline = palette.hairline;
export const kowhai = palette.kowhaiDark;

/** How far `now` is from `from` to `to` (seconds), eased: 0 before, 1 after. */
export function progress(now: number, from: number, to: number): number {
  const linear = Math.min(1, Math.max(0, (now - from) / (to - from)));
  return linear < 0.5 ? 4 * linear ** 3 : 1 - (-2 * linear + 2) ** 3 / 2;
}

export const mix = (from: number, to: number, progress: number) => from + (to - from) * progress;

const round = (value: number) => Math.round(value * 100) / 100;

type Transform = { x: number; y: number; scale?: number; turn?: number; opacity?: number };

export function drawGroup({ x, y, scale = 1, turn = 0, opacity = 1 }: Transform, ...parts: string[]): string {
  const transform = `translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(scale * 1000) / 1000})`;
  return opacity <= 0 ? '' : `<g transform="${transform}" opacity="${round(opacity)}">${parts.join('')}</g>`;
}

export function drawRect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const size = `width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}"`;
  return `<rect x="${round(x)}" y="${round(y)}" ${size} rx="${radius}" fill="${fill}"/>`;
}

/** A sheet of paper with its top left corner at the origin, lying a little above what is under it. */
export function drawSheet(width: number, height: number): string {
  return (
    drawRect(3, 8, width, height, 'rgba(38, 32, 18, 0.07)', 10) +
    `<rect width="${width}" height="${height}" rx="8" fill="${sheet}" stroke="${hairline}" stroke-width="1.5"/>`
  );
}

export function drawMark({ tint, symbol }: { tint: string; symbol: string }, size: number): string {
  return (
    `<g transform="scale(${round((size / 32) * 1000) / 1000}) translate(-16 -16)"><path d="${stonePath}" fill="${tint}"/>` +
    `<path d="${facetPath}" fill="#fff" fill-opacity=".13"/>${symbol}</g>`
  );
}

type Type = {
  size: number;
  fill?: string;
  face?: 'Fraunces' | 'Inter';
  weight?: 400 | 600;
  anchor?: 'start' | 'middle';
};

export function drawText(text: string, x: number, y: number, type: Type): string {
  const { size, fill = ink, face = 'Inter', weight = face === 'Fraunces' ? 600 : 400, anchor = 'start' } = type;
  const safe = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  // The static files call this weight a family of its own.
  const family = face === 'Inter' && weight === 600 ? 'Inter SemiBold' : face;
  const spacing = face === 'Fraunces' ? -0.012 * size : 0;
  return (
    `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" ` +
    `letter-spacing="${round(spacing)}" text-anchor="${anchor}" fill="${fill}">${safe}</text>`
  );
}
