import './outline.css';

/** A rectangle of a small page: what it is, and where it stands on 80 by 52. */
export type OutlineBox = readonly [
  kind: 'text' | 'faint' | 'button' | 'dark' | 'tint',
  x: number,
  y: number,
  width: number,
  height: number,
];

/** How a page is built, drawn small. */
export const Outline = ({ boxes, className }: { boxes: readonly OutlineBox[]; className: string }) => (
  <svg className={`outline ${className}`} viewBox="0 0 80 52" aria-hidden="true">
    {boxes.map(([kind, x, y, width, height]) => (
      <rect key={`${x} ${y}`} className={kind} x={x} y={y} width={width} height={height} rx={Math.min(3, height / 2)} />
    ))}
  </svg>
);
