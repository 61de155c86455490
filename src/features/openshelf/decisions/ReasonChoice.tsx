import './reason-choice.css';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';

/** As in the contract of the API. */
export const COMMENTS_MAX_LENGTH = 5_000;

type Props = {
  reasons: readonly RejectionReasonJson[];
  chosenIds: readonly number[];
  /** Loads the reasons again; null unless they failed to load. */
  onRetry: (() => void) | null;
  /** The screen has keys for them. */
  hasKeys?: boolean;
  onToggle: (reason: RejectionReasonJson) => void;
};

/** The reasons for a rejection; any number can be chosen. */
export const ReasonChoice = ({ reasons, chosenIds, onRetry, hasKeys = false, onToggle }: Props) => (
  <>
    {onRetry && (
      <p className="reasons-failed" role="alert">
        Couldn’t load the reasons
        <button type="button" className="link-button" onClick={onRetry}>
          Retry
        </button>
      </p>
    )}
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
    <div className="reasons" role="group" aria-label="Reasons">
      {reasons.map((reason) => (
        <button
          key={reason.id}
          type="button"
          className="reason"
          aria-pressed={chosenIds.includes(reason.id)}
          onClick={() => onToggle(reason)}
        >
          {hasKeys && (
            <span aria-hidden="true">
              <kbd>{reason.position}</kbd>
            </span>
          )}
          {reason.label}
        </button>
      ))}
    </div>
  </>
);
