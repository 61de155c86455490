import { useRef } from 'react';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import type { ApproveDialogProps } from './approve-question.ts';

const loadDialog = () => import('./ApproveQuestionDialog.tsx');

/** Asks before an approval that would drop what was written, or contradict what was decided. Most approvals ask nothing, so it is loaded with the first question. */
export function ApproveDialog(props: ApproveDialogProps) {
  const hasAsked = useRef(false);
  hasAsked.current ||= props.question !== null;
  return (
    hasAsked.current && (
      <LazyBoundary load={loadDialog} onClose={props.onClose} isOpen={props.question !== null}>
        {({ ApproveQuestionDialog }) => <ApproveQuestionDialog {...props} />}
      </LazyBoundary>
    )
  );
}
