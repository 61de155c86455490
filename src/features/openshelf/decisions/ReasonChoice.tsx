import './rejection.css';
import type { Ref } from 'react';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';

/** The first reasons have keys, 1 to 9. */
export const REASON_KEYS = 9;

type Props = {
  reasons: readonly RejectionReasonJson[];
  chosenIds: readonly number[];
  /** Loads the reasons again; null unless they failed to load. */
  onRetry: (() => void) | null;
  /** There are keys for them. */
  hasKeys: boolean;
  /** Of the group; it can have the focus then. */
  groupRef?: Ref<HTMLDivElement>;
  onToggle: (reason: RejectionReasonJson) => void;
};

/** The reasons for a rejection; any number can be chosen. */
export const ReasonChoice = ({ reasons, chosenIds, onRetry, hasKeys, groupRef, onToggle }: Props) => (
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
    <div className="reasons" role="group" aria-label="Reasons" ref={groupRef} tabIndex={groupRef ? -1 : undefined}>
      {reasons.map((reason) => (
        <button
          key={reason.id}
          type="button"
          className="reason"
          aria-pressed={chosenIds.includes(reason.id)}
          onClick={() => onToggle(reason)}
        >
          {hasKeys && reason.position <= REASON_KEYS && (
            <span className="key-hint" aria-hidden="true">
              <kbd>{reason.position}</kbd>
            </span>
          )}
          {reason.label}
        </button>
      ))}
    </div>
  </>
);
