import type { IconName } from './icon-names.ts';

/** An icon of the sprite that every admin screen holds (`IconSprite.astro`), so that islands contain no drawings. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
