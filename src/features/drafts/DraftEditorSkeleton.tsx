/** The shape of an editor whose draft is loading. */
export const DraftEditorSkeleton = () => (
  <div className="drafting-skeleton" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton content-skeleton" />
  </div>
);
