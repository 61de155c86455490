import { useState } from 'react';
import type { MonthJson } from '#api/features/month-closing/month-closing.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { formatLongDate, formatMonthName } from '#src/lib/format/dates.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { checkMonth, closeMonth, downloadBooks, reopenMonth } from './months-api.ts';

type Props = { books: MonthJson; canManage: boolean; onChanged: () => void };

/** What was found, and the acts on a month: compare, close, reopen, download. */
export function MonthClosing({ books, canManage, onChanged }: Props) {
  const { month, warnings, closed, changes } = books;
  const download = useToastAction(() => downloadBooks(month));
  const name = formatMonthName(month);
  return (
    <section className="screen-section month-closing" aria-label={`Close ${name}`}>
      {closed ? (
        <Notice tone="success" title={`${name} is closed`}>
          <p>
            Closed by {closed.by_name} on {formatLongDate(closed.at)}. These figures and rows don’t change any more.
          </p>
        </Notice>
      ) : (
        <CheckNotice books={books} />
      )}
      {changes.length > 0 && (
        <Notice tone="info" title="Changed since it was closed">
          <SentenceList sentences={changes} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="info" title={closed ? 'For the accountant' : 'Before you close'}>
          <SentenceList sentences={warnings} />
        </Notice>
      )}
      <div className="month-acts">
        {canManage && !closed && <OpenActs books={books} onChanged={onChanged} />}
        <Button variant="secondary" isBusy={download.isBusy} onClick={() => void download.run()}>
          Download for the accountant (ZIP)
        </Button>
        {canManage && closed && <ReopenAct books={books} onChanged={onChanged} />}
      </div>
      {books.reopened.map((each) => (
        <p key={each.reopened_at} className="muted">
          Closed on {formatLongDate(each.closed_at)} by {each.closed_by_name}, reopened on{' '}
          {formatLongDate(each.reopened_at)}: {each.reason}
        </p>
      ))}
    </section>
  );
}

const SentenceList = ({ sentences }: { sentences: readonly string[] }) => (
  <ul>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

/** What the last comparison found. */
function CheckNotice({ books: { check, is_over: isOver, month } }: { books: MonthJson }) {
  const name = formatMonthName(month);
  if (!isOver)
    return (
      <Notice tone="info">
        <p>{name} isn’t over yet. It can be closed from the first day of the next month on.</p>
      </Notice>
    );
  if (check === null || (check.finished_at !== null && check.error === null && !check.is_current))
    return (
      <Notice tone="info">
        <p>
          {check === null ? '' : 'Something changed since the last comparison. '}
          Compare {name} with Stripe, then close it: figures and rows are kept as they are, and later refunds count in
          the month in which they happen.
        </p>
      </Notice>
    );
  if (check.finished_at === null)
    return (
      <Notice tone="info">
        <p>Comparing {name} with Stripe...</p>
      </Notice>
    );
  if (check.error !== null) return <Notice tone="error">{check.error}</Notice>;
  const { length } = check.differences;
  if (length > 0)
    return (
      <Notice
        tone="error"
        title={`${formatCount(length, 'invoice')} ${length === 1 ? 'differs' : 'differ'} from Stripe`}
      >
        <SentenceList sentences={check.differences.map(({ text }) => text)} />
      </Notice>
    );
  return (
    <Notice tone="success">
      <p>{formatCount(check.compared, 'invoice')} compared: everything matches Stripe to the cent.</p>
    </Notice>
  );
}

function OpenActs({ books, onChanged }: Omit<Props, 'canManage'>) {
  const { month, check, is_over: isOver } = books;
  const [isClosing, setClosing] = useState(false);
  const comparison = useToastAction(async (repair: boolean) => void (await checkMonth(month, repair)), {
    onSettled: onChanged,
  });
  const isRunning = comparison.isBusy || (check !== null && check.finished_at === null);
  const hasDifferences = check !== null && check.differences.length > 0;
  const isReady = isOver && check?.finished_at != null && check.error === null && check.is_current && !hasDifferences;
  const name = formatMonthName(month);
  return (
    <>
      {isReady && <Button onClick={() => setClosing(true)}>Close the month</Button>}
      {hasDifferences && (
        <Button isBusy={isRunning} busyLabel="Updating..." onClick={() => void comparison.run(true)}>
          Update from Stripe
        </Button>
      )}
      <Button
        variant={isReady || hasDifferences ? 'secondary' : 'primary'}
        isBusy={isRunning}
        busyLabel="Comparing..."
        onClick={() => void comparison.run(false)}
      >
        Compare with Stripe
      </Button>
      <ConfirmDialog
        isOpen={isClosing}
        title={`Close ${name}?`}
        confirmLabel="Close the month"
        busyLabel="Closing..."
        failure="Couldn’t close the month"
        onConfirm={async () => {
          await closeMonth(month);
          onChanged();
        }}
        onClose={() => setClosing(false)}
      >
        <p>
          {formatCount(books.rows, 'row')} and the sums of {name} are kept as they are now. Later refunds and disputes
          count in the month in which they happen.
        </p>
      </ConfirmDialog>
    </>
  );
}

function ReopenAct({ books, onChanged }: Omit<Props, 'canManage'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Reopen
      </Button>
      <Modal isOpen={isOpen} title={`Reopen ${formatMonthName(books.month)}?`} onClose={() => setOpen(false)}>
        <ReopenForm month={books.month} onReopened={onChanged} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** Mounted again each time the dialog opens. */
function ReopenForm({ month, onReopened, onClose }: { month: string; onReopened: () => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const form = useFormSubmit(
    async () => {
      await reopenMonth(month, reason);
      onClose();
      onReopened();
    },
    () => (reason.trim().length < 3 ? { reason: 'Enter a reason.' } : {}),
  );
  return (
    <DialogForm
      form={form}
      isDirty={reason !== ''}
      failure="Couldn’t reopen the month"
      submitLabel="Reopen"
      busyLabel="Reopening..."
      isDestructive
      onClose={onClose}
    >
      <p>What was closed stays stored. Tell your accountant, who may have the file already.</p>
      <TextField
        label="Reason"
        value={reason}
        maxLength={300}
        error={form.getIssue('reason')}
        onChange={({ target }) => setReason(target.value)}
      />
    </DialogForm>
  );
}
