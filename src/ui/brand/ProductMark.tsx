/** The mark and the name of a product; the page has the marks (`MarkSprite.astro`). */
export function ProductMark({ name }: { name: string }) {
  return (
    <span className="person">
      <svg width={20} height={20} aria-hidden="true">
        <use href={`#mark-${name.toLowerCase()}`} />
      </svg>
      <span>{name}</span>
    </span>
  );
}
