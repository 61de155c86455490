import { useState } from 'react';
import type { SitePartKind } from '#api/domain/enums.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { PublishTimeChoice } from '#src/features/drafts/publish/PublishTimeChoice.tsx';
import { usePublishTime } from '#src/features/drafts/publish/use-publish-time.ts';
import { formatDateTime, formatMoment } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { useAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { withKeys } from '#src/lib/with-keys.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { type LackingPrice, listLackingPrices } from './money/money-words.ts';
import { PublishMoney } from './money/PublishMoney.tsx';
import { ScheduleList } from './ScheduleList.tsx';
import {
  countChanges,
  fetchPublishMoney,
  listMoneyParts,
  listReady,
  type SiteChange,
  type SiteSchedule,
} from './site-changes-api.ts';

type Props = {
  isOpen: boolean;
  changes: readonly SiteChange[];
  schedules: readonly SiteSchedule[];
  count: number;
  /** Creates the prices that Stripe lacks before. @throws why they can’t be published */
  onPublish: (lacking: readonly LackingPrice[]) => Promise<void>;
  /** Creates the prices that Stripe lacks at once. @throws why they can’t be scheduled for this time (ISO 8601) */
  onSchedule: (at: string, lacking: readonly LackingPrice[]) => Promise<void>;
  onPublishSchedule: (id: number) => Promise<void>;
  onCancelSchedule: (id: number) => Promise<void>;
  onDiscard: () => Promise<void>;
  onClose: () => void;
};

/** The screen of a kind of part, at one of its fields. */
const fieldAddresses: Record<SitePartKind, (path: string, id: number) => string> = {
  settings: paths.adminSetting,
  page: (path, id) => `${paths.editPage(id)}?field=${encodeURIComponent(path)}`,
  navigation: (path) => `${paths.adminNavigation}?field=${encodeURIComponent(path)}`,
  product: (path, id) => paths.adminProduct(id, path),
  plan: (path, id) => paths.adminPlan(id, path),
};

/** Names every change of the site that isn’t live, to publish them together or to discard them. */
export function PublishChangesDialog(props: Props) {
  const { isOpen, changes, schedules, count, onDiscard, onClose } = props;
  const deleted = changes.filter(({ is_new: isNew }) => isNew);
  const [isDiscarding, setDiscarding] = useState(false);
  const close = () => {
    setDiscarding(false);
    onClose();
  };
  return (
    <>
      <Modal
        isOpen={isOpen && !isDiscarding}
        title={formatTitle(count, schedules)}
        onClose={() => !isDiscarding && onClose()}
      >
        {count === 0 ? (
          <div className="changes-form">
            {schedules.length === 0 && <p>Everything on the site is up to date.</p>}
            <ScheduleList schedules={schedules} onPublish={props.onPublishSchedule} onCancel={props.onCancelSchedule} />
            <div className="form-actions">
              <Button onClick={onClose}>Close</Button>
            </div>
          </div>
        ) : (
          <ChangesForm {...props} onAskDiscard={() => setDiscarding(true)} />
        )}
      </Modal>
      <ConfirmDialog
        isOpen={isOpen && isDiscarding}
        title={`Discard ${formatCount(count, 'change')}?`}
        confirmLabel="Discard changes"
        busyLabel="Discarding..."
        failure="Failed to discard the changes"
        isDestructive
        onConfirm={onDiscard}
        onClose={close}
      >
        <p>The drafts go back to what visitors see now, also what others have changed.</p>
        {deleted.length > 0 && (
          <p>
            <strong>{formatList(deleted.map(({ title }) => `‘${title}’`))}</strong>{' '}
            {pluralize(deleted.length, 'was', 'were')} never published and will be deleted.
          </p>
        )}
        <ChangeList changes={changes} />
      </ConfirmDialog>
    </>
  );
}

function formatTitle(count: number, schedules: readonly SiteSchedule[]): string {
  if (count > 0) return `Publish ${formatCount(count, 'change')}?`;
  return schedules.length > 0 ? 'Scheduled changes' : 'Nothing to publish';
}

function ChangesForm(props: Props & { onAskDiscard: () => void }) {
  const { changes, schedules, count, onPublish, onSchedule, onClose, onAskDiscard } = props;
  const time = usePublishTime();
  const [choice, setChoice] = useState<boolean | null>(null);
  const { at, isScheduled, isMissing: isTimeMissing } = time;
  const failed = schedules.filter(({ state }) => state === 'failed');
  const waiting = schedules.filter(({ state }) => state === 'waiting');
  const acts = { onPublish: props.onPublishSchedule, onCancel: props.onCancelSchedule };
  const faults = changes.flatMap(({ kind, id, title, faults: found }) =>
    // Of several changes each fault names its own.
    found.map(({ path, message }) => ({ path, kind, id, text: changes.length > 1 ? `${title}: ${message}` : message })),
  );
  const readyCount = countChanges(listReady(changes));
  const moneyParts = listMoneyParts(listReady(changes));
  const money = useQuery(moneyParts.length === 0 ? null : `publish money ${JSON.stringify(moneyParts)}`, (signal) =>
    fetchPublishMoney(moneyParts, signal),
  );
  const lacking = money.value === null ? [] : listLackingPrices(money.value);
  // Whoever changes how tax is counted asked for no other price, and sales would stop without one.
  const createsPrices = choice ?? lacking.some(({ isTaxSide }) => isTaxSide);
  const publish = useAction(async () => {
    const created = createsPrices ? lacking : [];
    if (!isScheduled) await onPublish(created);
    else if (at !== null && !isTimeMissing) await onSchedule(at, created);
  });
  // A publish is confirmed once its consequences are on the screen, or can't be.
  const isChecking = moneyParts.length > 0 && money.value === null && money.error === null;
  const isPartial = readyCount > 0 && readyCount < count;
  const publishLabel = isPartial
    ? `Publish the other ${formatNumber(readyCount)}`
    : `Publish ${formatCount(count, 'change')}`;
  return (
    <div className="changes-form">
      <ScheduleList schedules={failed} {...acts} />
      {faults.length > 0 && (
        <Notice tone="error" title={isPartial ? 'Not ready to be published' : 'Fix this before you publish'}>
          <ul>
            {withKeys(faults).map(({ key, item: { kind, id, path, text } }) => {
              return (
                <li key={key}>
                  {text}{' '}
                  <a href={fieldAddresses[kind](path, id)} aria-label={`Show: ${text}`}>
                    Show
                  </a>
                </li>
              );
            })}
          </ul>
        </Notice>
      )}
      {moneyParts.length > 0 && <PublishMoney money={money.value} error={money.error} onRetry={money.reload} />}
      {lacking.length > 0 && (
        <CheckField
          label={`Create ${formatCount(lacking.length, 'price')} at Stripe first, so that people can buy`}
          checked={createsPrices}
          onChange={() => setChoice(!createsPrices)}
        />
      )}
      <ChangeList changes={changes} />
      <ScheduleList schedules={waiting} {...acts} />
      <PublishTimeChoice time={time} />
      <p className="field-hint">
        {isPartial ? 'What isn’t ready stays a draft. The other changes' : 'All changes'}
        {isScheduled
          ? ' go live together, as they are now. What you write from here on stays a draft.'
          : ' go live together. You can undo this for 10 minutes.'}
      </p>
      {publish.error && (
        <Notice tone="error" title={isScheduled ? 'Failed to schedule' : 'Failed to publish'}>
          {publish.error}
        </Notice>
      )}
      <div className="form-actions changes-actions">
        <Button variant="quiet" className="discard" onClick={onAskDiscard}>
          Discard changes...
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={readyCount === 0 || isTimeMissing || isChecking}
          isBusy={publish.isBusy}
          busyLabel={isScheduled ? 'Scheduling...' : 'Publishing...'}
          onClick={() => void publish.run()}
        >
          {isScheduled && at !== null ? `Schedule for ${formatMoment(at)}` : publishLabel}
        </Button>
      </div>
    </div>
  );
}

/** Every changed field with its new value, by the part of the site that it belongs to. */
const ChangeList = ({ changes }: { changes: readonly SiteChange[] }) => (
  <>
    {changes.map(({ kind, id, title, fields, user, updated_at: updatedAt }) => (
      <section key={`${kind} ${id}`} className="changes-part">
        <h3>{title}</h3>
        <p className="field-hint">
          Last changed by {user?.name ?? 'a deleted user'} on {formatDateTime(updatedAt)}
        </p>
        <dl>
          {withKeys(fields).map(({ key, item: { label, value } }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{value || <span className="muted">(empty)</span>}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </>
);
