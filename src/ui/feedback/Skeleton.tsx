/** A placeholder while content loads; announced once to screen readers. */
export function Skeleton({ kind, count }: { kind: 'line' | 'field' | 'card'; count: number }) {
  const shapes = Array.from({ length: count }, (_, at) => `${kind}-${at}`);
  return (
    <div className="skeletons">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      {shapes.map((key) => (
        <span key={key} className={`skeleton skeleton-${kind}`} aria-hidden="true" />
      ))}
    </div>
  );
}
