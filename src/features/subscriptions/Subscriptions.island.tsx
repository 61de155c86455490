import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { paths } from '#src/lib/paths.ts';

/** The user's subscriptions. There is no payment yet, so no one has any. */
export function SubscriptionsIsland() {
  return (
    <RequireAuth>
      {(user) => (
        <div className="empty">
          <h2>You don’t have a subscription</h2>
          <p>
            Payment isn’t available yet, so nothing will be charged to <strong>{user.email}</strong>. You can already
            see the plans and prices.
          </p>
          <div className="form-actions">
            <a className="button button-primary" href={paths.genmatePricing}>
              See the GenMate plans
            </a>
            <a className="button button-secondary" href={paths.genmateWaitingList}>
              Join the waiting list
            </a>
          </div>
        </div>
      )}
    </RequireAuth>
  );
}
