import { useEffect, useRef } from 'react';
import type { DeletionReceiptJson } from '#api/features/account/account.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';

/** What was deleted, and what stays and why; shown once, to print or to save. */
export function DeletionReceipt({ receipt }: { receipt: DeletionReceiptJson }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <article className="receipt">
      <h2 ref={heading} tabIndex={-1}>
        Your account has been deleted
      </h2>
      <dl>
        <div>
          <dt>Receipt number</dt>
          <dd>{receipt.id}</dd>
        </div>
        <div>
          <dt>Deleted</dt>
          <dd>
            <time dateTime={receipt.deleted_at}>{formatDateTime(receipt.deleted_at)}</time>
          </dd>
        </div>
      </dl>
      <h3>What was deleted</h3>
      <ul>
        {receipt.deleted.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <h3>What is kept, and why</h3>
      <ul className="retained">
        {receipt.retained.map(({ data, reason, retention }) => (
          <li key={data}>
            <p>{data}</p>
            <p className="muted">
              {reason} How long: {retention}
            </p>
          </li>
        ))}
      </ul>
      <p className="muted small no-print">
        You’ll only see this receipt once. To keep it, print it or save it as a PDF.
      </p>
      <div className="form-actions no-print">
        <Button onClick={() => window.print()}>Print receipt</Button>
        <a className="button button-secondary" href={paths.home}>
          Go to the home page
        </a>
      </div>
    </article>
  );
}
