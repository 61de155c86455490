import type { StartingPoint } from '#api/domain/first-run.ts';
import { Outline, type OutlineBox } from '#src/ui/outline/Outline.tsx';

const COLUMNS = [8, 31, 54];

const drawings: Record<StartingPoint, readonly OutlineBox[]> = {
  products: [
    ['tint', 8, 6, 64, 18],
    ['text', 12, 11, 22, 4],
    ['button', 12, 17, 10, 3.5],
    ...COLUMNS.map((x): OutlineBox => ['tint', x, 28, 19, 9]),
    ['dark', 8, 40, 64, 6],
  ],
  product: [
    ['tint', 8, 7, 64, 18],
    ['text', 12, 12, 20, 4],
    ['faint', 12, 18, 14, 2.6],
    ...COLUMNS.map((x): OutlineBox => ['tint', x, 29, 19, 15]),
  ],
  blog: COLUMNS.flatMap((x): OutlineBox[] => [
    ['tint', x, 10, 19, 17],
    ['text', x, 30, 17, 3],
    ['faint', x, 36, 12, 2],
  ]),
};

/** The outline of a home page. */
export const StartDrawing = ({ start }: { start: StartingPoint }) => (
  <Outline boxes={drawings[start]} className="start-drawing" />
);
