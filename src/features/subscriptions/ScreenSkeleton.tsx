/** The shape of the screen while it loads: the card of a plan, and two lines of invoices. */
export const ScreenSkeleton = () => (
  <div className="subscriptions">
    <p className="visually-hidden" role="status">
      Loading...
    </p>
    <div className="plan-card" aria-hidden="true">
      <span className="skeleton skeleton-title" />
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton skeleton-button" />
    </div>
    <span className="skeleton" aria-hidden="true" />
    <span className="skeleton" aria-hidden="true" />
  </div>
);
