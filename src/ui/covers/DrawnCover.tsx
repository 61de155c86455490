import './cover.css';
import { useMemo } from 'react';
import { drawCover } from './generated-cover.ts';

type Props = {
  /** Decides how it is drawn: the address of the post. */
  seed: string;
  categoryId: number | null | undefined;
  className?: string;
};

const PATH = /<path class="(\w)" d="([^"]+)"\/>/g;

/** The drawn cover of a post in an island. */
export function DrawnCover({ seed, categoryId, className }: Props) {
  const { palette, shapes } = useMemo(() => drawCover(seed, categoryId ?? undefined), [seed, categoryId]);
  return (
    <svg
      className={['cover', className, `p${palette}`].filter(Boolean).join(' ')}
      viewBox="0 0 60 36"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {[...shapes.matchAll(PATH)].map(([path, ink, d]) => (
        <path key={path} className={ink} d={d} />
      ))}
    </svg>
  );
}
