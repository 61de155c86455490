import type { SectionKind } from '#api/domain/section-kinds.ts';
import type { OutlineBox } from '#src/ui/outline/Outline.tsx';

/** What sections look alike from afar. */
const shapes = {
  opening: {
    height: 18,
    draw: (y) => [
      ['tint', 8, y, 64, 18],
      ['text', 12, y + 5, 22, 4],
      ['button', 12, y + 11, 10, 3.5],
    ],
  },
  columns: { height: 9, draw: (y) => [8, 31, 54].map((x): OutlineBox => ['tint', x, y, 19, 9]) },
  lines: {
    height: 10,
    draw: (y) => [
      ['text', 8, y, 24, 3],
      ['faint', 8, y + 5, 56, 2],
      ['faint', 8, y + 8.5, 44, 2],
    ],
  },
  picture: {
    height: 13,
    draw: (y) => [
      ['text', 8, y + 2, 22, 3],
      ['faint', 8, y + 7, 28, 2],
      ['tint', 44, y, 28, 13],
    ],
  },
  band: { height: 6, draw: (y) => [['dark', 8, y, 64, 6]] },
} satisfies Record<string, { height: number; draw: (y: number) => OutlineBox[] }>;

const kindShapes: Record<SectionKind, keyof typeof shapes> = {
  hero: 'opening',
  text: 'lines',
  feature_grid: 'columns',
  steps: 'lines',
  image_text: 'picture',
  film: 'picture',
  quotes: 'columns',
  team: 'columns',
  timeline: 'lines',
  plans: 'columns',
  comparison: 'lines',
  products: 'columns',
  latest_posts: 'columns',
  news: 'band',
  questions: 'lines',
  call_to_action: 'band',
  contact: 'lines',
  section_menu: 'lines',
  sample: 'picture',
  legal: 'lines',
};

const [TOP, BOTTOM, GAP] = [5, 50, 3];

/** The first sections of a page, as many as there is room for. */
export function drawPageOutline(kinds: readonly SectionKind[]): OutlineBox[] {
  const boxes: OutlineBox[] = [];
  let y = TOP;
  for (const kind of kinds) {
    const { height, draw } = shapes[kindShapes[kind]];
    if (y + height > BOTTOM) break;
    boxes.push(...draw(y));
    y += height + GAP;
  }
  return boxes;
}
