import type { StartingPoint } from '#api/domain/first-run.ts';

/** Rectangles of a small page: what they are, and where they stand. */
type Box = readonly [
  kind: 'text' | 'faint' | 'button' | 'dark' | 'tint',
  x: number,
  y: number,
  width: number,
  height: number,
];

const COLUMNS = [8, 31, 54];

const drawings: Record<StartingPoint, readonly Box[]> = {
  products: [
    ['tint', 8, 6, 64, 18],
    ['text', 12, 11, 22, 4],
    ['button', 12, 17, 10, 3.5],
    ...COLUMNS.map((x): Box => ['tint', x, 28, 19, 9]),
    ['dark', 8, 40, 64, 6],
  ],
  product: [
    ['tint', 8, 7, 64, 18],
    ['text', 12, 12, 20, 4],
    ['faint', 12, 18, 14, 2.6],
    ...COLUMNS.map((x): Box => ['tint', x, 29, 19, 15]),
  ],
  blog: COLUMNS.flatMap((x): Box[] => [
    ['tint', x, 10, 19, 17],
    ['text', x, 30, 17, 3],
    ['faint', x, 36, 12, 2],
  ]),
};

/** The outline of a home page. */
export const StartDrawing = ({ start }: { start: StartingPoint }) => (
  <svg className="start-drawing" viewBox="0 0 80 52" aria-hidden="true">
    {drawings[start].map(([kind, x, y, width, height]) => (
      <rect key={`${x} ${y}`} className={kind} x={x} y={y} width={width} height={height} rx={Math.min(3, height / 2)} />
    ))}
  </svg>
);
