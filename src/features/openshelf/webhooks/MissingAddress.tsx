import { Notice } from '#src/ui/feedback/Notice.tsx';

/** Says which settings the server needs before it can send webhooks. */
export function MissingAddress() {
  return (
    <Notice tone="info">
      <h2 className="error-title">No address for webhooks</h2>
      <p>
        Decisions wait here until the publishing service can get them. Set <code>OPENSHELF_WEBHOOK_URL</code> to its
        address and <code>OPENSHELF_SERVICE_KEY</code> to the key you share with it, then restart the server.
      </p>
    </Notice>
  );
}
