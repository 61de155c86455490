import { formatList } from '#api/domain/lists.ts';
import { paths } from '#src/lib/paths.ts';
import type { SystemJson } from './system-api.ts';

/** Who is mailed when a part fails, and of what. */
export function AlertReceivers({ alerts }: Pick<SystemJson, 'alerts'>) {
  const { emails, is_sent: isSent } = alerts;
  return (
    <section aria-labelledby="alerts-title">
      <div className="system-head">
        <h2 id="alerts-title">We’ll email</h2>
        <a className="link-button" href={paths.userManager}>
          Change roles
        </a>
      </div>
      <p className="row-note">
        {isSent
          ? `${formatList(emails)}, when a change can’t be published, the bucket or folder of images fails, the disk is short, there’s no proven backup, or billing differs from Stripe. If emails themselves aren’t sent, only this page and the start page say so.`
          : 'No one. Emails are saved as files on this server; set SMTP_URL to have them sent.'}
      </p>
    </section>
  );
}
