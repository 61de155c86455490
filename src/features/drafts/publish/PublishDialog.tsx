import { pluralize } from '#api/domain/plurals.ts';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { useAction } from '#src/lib/use-action.ts';
import type { PublishFlow, PublishPlan, PublishStep } from './use-publish-flow.ts';

/** Asks before anything changes for readers, says what will change, and then follows it until it is seen. */
export function PublishDialog({ publishFlow }: { publishFlow: PublishFlow }) {
  const { step } = publishFlow;
  if (!step) return null;
  const isFollowing = step.kind === 'following';
  return (
    <Modal
      isOpen
      title={isFollowing ? 'Publishing' : `${step.action.label}?`}
      onClose={isFollowing ? publishFlow.finish : publishFlow.close}
    >
      {isFollowing ? step.progress : <ConfirmStep step={step} publishFlow={publishFlow} />}
    </Modal>
  );
}

type AskingProps = { step: Extract<PublishStep, { kind: 'asking' }>; publishFlow: PublishFlow };

function ConfirmStep({ step, publishFlow }: AskingProps) {
  const { action, warnings, plan } = step;
  const { run, isBusy, error } = useAction(publishFlow.confirm);
  const hasWarnings = warnings !== null && warnings.length > 0;
  return (
    <>
      <p>{action.consequence}</p>
      {hasWarnings && <Warnings warnings={warnings} onJump={publishFlow.goToWarning} />}
      {warnings === null && <p className="field-hint">The text could not be checked just now.</p>}
      {plan && <Plan plan={plan} />}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={publishFlow.close}>
          Keep writing
        </Button>
        <Button isBusy={isBusy} busyLabel={action.busyLabel} onClick={() => void run()}>
          {hasWarnings ? `${action.label} anyway` : action.label}
        </Button>
      </div>
    </>
  );
}

function Warnings({
  warnings,
  onJump,
}: {
  warnings: readonly CheckWarningJson[];
  onJump: (warning: CheckWarningJson) => void;
}) {
  return (
    <section className="publish-warnings" aria-labelledby="publish-warnings">
      <h3 id="publish-warnings">Worth another look</h3>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.kind} ${warning.target?.tag} ${warning.target?.index} ${warning.message}`}>
            <span>{warning.message}</span>
            {(warning.target || warning.kind === 'description') && (
              <button
                type="button"
                className="link-button"
                aria-label={`Show: ${warning.message}`}
                onClick={() => onJump(warning)}
              >
                Show
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Plan({ plan }: { plan: PublishPlan }) {
  if (plan.paths.length === 0 && plan.background_count === 0) return <p className="field-hint">No page changes.</p>;
  const count = plan.paths.length;
  return (
    <details className="publish-plan">
      <summary>
        {count} {pluralize(count, 'page changes', 'pages change')} at once
        {plan.background_count > 0 && `, ${plan.background_count} more in the background`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <ul tabIndex={0} aria-label="Pages that change">
        {plan.paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </details>
  );
}
