import { formatEmailKind } from '#api/domain/mail-list.ts';
import { EmailHtml } from '#src/features/mail/EmailHtml.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { type Fact, FactList } from '#src/ui/content/FactList.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Tabs } from '#src/ui/navigation/Tabs.tsx';
import { EmailStatus } from './EmailStatus.tsx';
import { fetchEmail } from './mail-api.ts';

type Props = { id: number | null; onClose: () => void };

/** One email as its receiver sees it, without its secrets. */
export function EmailDialog({ id, onClose }: Props) {
  return (
    <Modal isOpen={id !== null} title="Email" onClose={onClose} isWide>
      {id !== null && <Details id={id} />}
    </Modal>
  );
}

function Details({ id }: { id: number }) {
  const { value: email, error, isLoading, reload } = useQuery(`email ${id}`, (signal) => fetchEmail(id, signal));
  if (error !== null && !isLoading) {
    return <ErrorPanel title="Failed to fetch the email" message={error} onRetry={reload} />;
  }
  if (email === null) return <Loading />;
  const facts: Fact[] = [
    ['Subject', email.subject ?? 'None'],
    ['To', email.to_email],
    ['Kind', formatEmailKind(email.kind)],
    ['Status', <EmailStatus key="status" email={email} />],
    ['Created', <Time key="created" iso={email.created_at} isFull />],
    ...(email.sent_at ? [['Sent', <Time key="sent" iso={email.sent_at} isFull />] satisfies Fact] : []),
  ];
  return (
    <>
      <FactList facts={facts} />
      {email.subject === null ? (
        <Notice tone="error">This email can’t be shown: its data is incomplete.</Notice>
      ) : (
        <>
          <p className="email-note">
            Codes and private links are hidden, so no one can sign in with someone else’s email.
          </p>
          <Tabs
            label="Form of the email"
            tabs={[
              { label: 'HTML', content: <EmailHtml html={email.html} /> },
              { label: 'Text', content: <pre className="mail-text">{email.text}</pre> },
            ]}
          />
        </>
      )}
    </>
  );
}
