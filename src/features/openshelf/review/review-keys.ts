import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import type { ReaderHandle } from '#src/features/openshelf/reader/TextPane.tsx';
import { REASON_KEYS } from '#src/features/openshelf/decisions/ReasonChoice.tsx';
import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';

type Actions = {
  /** Null while there is no text. */
  getReader: () => ReaderHandle | null;
  move: (step: 1 | -1) => void;
  decide: (decision: ReviewDecision) => void;
  toggleReason: (position: number) => void;
  editComments: () => void;
  toggleDetails: () => void;
  select: () => void;
  undo: () => void;
};

/** Keys that act once for each press, however long they are held down. */
const once = (run: () => void) => (event: KeyboardEvent) => {
  if (!event.repeat) run();
};

/** The keys of the review screen; none while they are turned off. */
export function createReviewShortcuts(actions: Actions, reasons: readonly RejectionReasonJson[]): Shortcut[] {
  const { getReader } = actions;
  const scroll = (step: 1 | -1) => getReader()?.scroll(step);
  return [
    { keys: ['j'], label: 'Next publication', run: () => actions.move(1) },
    { keys: ['k'], label: 'Previous publication', run: () => actions.move(-1) },
    { keys: ['a'], label: 'Approve', run: once(() => actions.decide('approve')) },
    { keys: ['c'], label: 'Request changes', run: once(() => actions.decide('request_changes')) },
    { keys: ['r'], label: 'Reject', run: once(() => actions.decide('reject')) },
    {
      keys: [' ', 'PageDown'],
      label: 'Scroll the text; back with Shift',
      run: ({ shiftKey }) => scroll(shiftKey ? -1 : 1),
    },
    { keys: ['PageUp'], label: 'Scroll back', run: () => scroll(-1) },
    { keys: ['v'], label: 'Text, changes or description', run: once(() => getReader()?.showNextView()) },
    { keys: ['i'], label: 'Show or hide the images', run: once(() => getReader()?.toggleImages()) },
    { keys: ['e'], label: 'Edit the comments; Esc to leave them', run: once(actions.editComments) },
    { keys: ['d'], label: 'Show or hide the details', run: once(actions.toggleDetails) },
    { keys: ['x'], label: 'Select or deselect the publication', run: once(actions.select) },
    { keys: ['z'], label: 'Undo the last decision', run: once(actions.undo) },
    ...reasons.slice(0, REASON_KEYS).map(({ position, label }) => ({
      keys: [String(position)],
      label: `Reason: ${label}`,
      run: once(() => actions.toggleReason(position)),
    })),
  ];
}
