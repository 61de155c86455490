import { useRef, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { checkImport, type ImportCheck } from './redirects-api.ts';

type FormProps = {
  /** @throws what the server refuses. */
  onImport: (csv: string) => Promise<void>;
  onClose: () => void;
};

/** Redirects from a CSV file, which is tried first: nothing changes before the last button. */
export function ImportDialog({ isOpen, ...form }: FormProps & { isOpen: boolean }) {
  return (
    <Modal isOpen={isOpen} title="Import redirects" onClose={form.onClose}>
      <ImportForm {...form} />
    </Modal>
  );
}

type CheckedFile = { name: string; csv: string; check: ImportCheck };

function ImportForm({ onImport, onClose }: FormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<CheckedFile | null>(null);
  const choosing = useAction(async (chosen: File) => {
    setFile(null);
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv, check: await checkImport(csv) });
  });
  const importing = useAction(async ({ csv }: CheckedFile) => {
    await onImport(csv);
    onClose();
  });
  const count = file === null ? 0 : file.check.added + file.check.changed;
  const error = choosing.error ?? importing.error;
  const choose = () => input.current?.click();
  return (
    <div className="form redirect-import">
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv"
        aria-label="CSV file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file can be chosen again after it was changed.
          currentTarget.value = '';
          if (chosen) void choosing.run(chosen);
        }}
      />
      {file ? (
        <CheckResult file={file} />
      ) : (
        <p>
          Each line of the CSV file has an old address, a new address and, if you like, <code>301</code> (permanent) or{' '}
          <code>302</code> (temporary). You’ll see what it does before anything changes.
        </p>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        {file && (
          <Button variant="quiet" className="to-start" onClick={choose}>
            Choose another file
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {file && count > 0 ? (
          <Button isBusy={importing.isBusy} busyLabel="Importing..." onClick={() => void importing.run(file)}>
            Import {formatNumber(count)}
          </Button>
        ) : (
          !file && (
            <Button isBusy={choosing.isBusy} busyLabel="Checking..." onClick={choose}>
              Choose file
            </Button>
          )
        )}
      </div>
    </div>
  );
}

/** What an import would do, and each line that is left out with its reason. */
function CheckResult({ file: { name, check } }: { file: CheckedFile }) {
  const { added, changed, unchanged, loops, faults, faults_total: total } = check;
  const others = total - loops.length;
  return (
    <>
      <p className="dialog-subject">
        <Icon name="file-text" size={20} />
        <span>
          <strong>{name}</strong>
          <span className="row-note">{formatCount(check.lines, 'line')}</span>
        </span>
      </p>
      <ul className="import-facts">
        {added > 0 && (
          <li>
            <Icon name="check" size={16} />
            {`${formatNumber(added)} ${pluralize(added, 'is', 'are')} new`}
          </li>
        )}
        {changed > 0 && (
          <li>
            <Icon name="check" size={16} />
            {`${formatNumber(changed)} lead${changed === 1 ? 's' : ''} elsewhere today and will change`}
          </li>
        )}
        {unchanged > 0 && (
          <li>
            <Icon name="minus" size={16} />
            {`${formatNumber(unchanged)} exist${unchanged === 1 ? 's' : ''} already and stay${unchanged === 1 ? 's' : ''} as ${pluralize(unchanged, 'it is', 'they are')}`}
          </li>
        )}
        {loops.length > 0 && (
          <li>
            <Icon name="circle-alert" size={16} />
            {`${formatNumber(loops.length)} would loop (${formatLines(loops)}) and ${pluralize(loops.length, 'is', 'are')} left out`}
          </li>
        )}
        {others > 0 && (
          <li>
            <Icon name="circle-alert" size={16} />
            {`${formatNumber(others)} can’t be used and ${pluralize(others, 'is', 'are')} left out`}
          </li>
        )}
        {added + changed === 0 && (
          <li>
            <Icon name="circle-alert" size={16} />
            This file changes nothing
          </li>
        )}
      </ul>
      {faults.length > 0 && (
        <details className="import-faults">
          <summary>Lines that are left out</summary>
          <ul>
            {faults.map(({ line, message }) => (
              <li key={line}>
                <b>Line {formatNumber(line)}:</b> {message}
              </li>
            ))}
            {total > faults.length && <li>And {formatNumber(total - faults.length)} more.</li>}
          </ul>
        </details>
      )}
    </>
  );
}

const LINES_NAMED = 5;

/** 'lines 41 and 88'; of many only the first. */
function formatLines(lines: readonly number[]): string {
  const named = lines.slice(0, LINES_NAMED).map(formatNumber);
  const more = lines.length - named.length;
  return `${pluralize(lines.length, 'line')} ${formatList(more > 0 ? [...named, `${formatNumber(more)} more`] : named)}`;
}
