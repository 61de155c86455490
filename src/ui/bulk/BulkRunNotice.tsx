import type { Ref } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { type BulkRun, countDone } from './bulk-run.ts';
import type { BulkWords, useBulkRun } from './use-bulk-run.ts';

type Noun = { one: string; many: string };
type Bulk = Pick<
  ReturnType<typeof useBulkRun>,
  'shown' | 'words' | 'noun' | 'stop' | 'resume' | 'retrySkipped' | 'close'
>;

/** The progress of a bulk action, then its result, which stays until it is closed, because it names those that were skipped. */
export function BulkRunNotice({ bulk, focusRef }: { bulk: Bulk; focusRef?: Ref<HTMLDivElement> }) {
  const { shown: run, words, noun } = bulk;
  if (!run || !words) return null;
  const doneCount = countDone(run.result);
  const progress = `${words.busy} ${formatNumber(doneCount)} of ${formatCount(run.total, noun.one, noun.many)}`;
  return (
    <div ref={focusRef} tabIndex={-1} className="bulk-result">
      <Notice tone={run.rest || run.result.skipped.length > 0 ? 'info' : 'success'}>
        {run.isRunning ? (
          <>
            <p>{progress}</p>
            <progress aria-label={progress} value={doneCount} max={run.total} />
          </>
        ) : (
          <Outcome run={run} words={words} noun={noun} />
        )}
        <div className="form-actions">
          <NextStep run={run} bulk={bulk} />
          {!run.isRunning && (
            <Button variant="secondary" className="button-small" onClick={bulk.close}>
              Close
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}

function NextStep({ run, bulk }: { run: BulkRun<unknown>; bulk: Bulk }) {
  const [label, act] = run.isRunning
    ? ['Stop', bulk.stop]
    : run.rest
      ? ['Continue', bulk.resume]
      : ['Try again', bulk.retrySkipped];
  if (label === 'Try again' && run.result.skipped.length === 0) return null;
  return (
    <Button variant="secondary" className="button-small" onClick={act}>
      {label}
    </Button>
  );
}

/** Those that are named; further ones are counted. */
const MAX_NAMED = 20;

const endSentence = (text: string) => text.replace(/\.?$/, '.');

function Outcome({ run, words, noun }: { run: BulkRun<unknown>; words: BulkWords; noun: Noun }) {
  const { result, rest, error, total } = run;
  const { updatedCount, skipped, passedOver } = result;
  const left = Math.max(total - countDone(result), 0);
  const count = (number: number) => formatCount(number, noun.one, noun.many);
  return (
    <>
      {(updatedCount > 0 || skipped.length === 0) && <p>{endSentence(words.done(updatedCount))}</p>}
      {rest && (
        <p>
          {endSentence(error ?? 'Stopped')} {count(left)} {pluralize(left, 'is', 'are')} left.
        </p>
      )}
      {passedOver > 0 && (
        <p>
          {count(passedOver)} {pluralize(passedOver, 'was', 'were')} skipped: {words.passedOver}.
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p>{`${count(skipped.length)} ${words.refused ?? pluralize(skipped.length, 'wasn’t changed', 'weren’t changed')}:`}</p>
          <ul className="named">
            {skipped.slice(0, MAX_NAMED).map(({ id, name, reason }) => (
              <li key={id}>
                <strong>{name || `${noun.one.replace(/^./, (letter) => letter.toUpperCase())} ${id}`}</strong>: {reason}
              </li>
            ))}
            {skipped.length > MAX_NAMED && <li>and {formatCount(skipped.length - MAX_NAMED, 'other')}</li>}
          </ul>
        </>
      )}
    </>
  );
}
