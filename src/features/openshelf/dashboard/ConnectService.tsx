import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';

/** A fresh install: nothing was ever sent. Says how the publishing service is connected. */
export const ConnectService = () => (
  <EmptyState title="No publications yet" icon="library">
    <p>Publications appear here when your publishing service sends them. To connect it, set these on the server:</p>
    <dl className="shelf-settings">
      <div>
        <dt>
          <code>OPENSHELF_SERVICE_KEY</code>
        </dt>
        <dd>The key that the publishing service sends with each request. At least 32 characters.</dd>
      </div>
      <div>
        <dt>
          <code>OPENSHELF_WEBHOOK_URL</code>
        </dt>
        <dd>The web address where it receives your decisions.</dd>
      </div>
    </dl>
    <p>Then restart the server. The publishing service can submit its first publication.</p>
  </EmptyState>
);
