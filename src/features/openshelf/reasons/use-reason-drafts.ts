import { useCallback, useState } from 'react';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { type AnyReason, isSameText, readDrafts, type ReasonFields, storeDrafts, toFields } from './reason-draft.ts';

/** The unsaved texts of all reasons. They outlive another choice of reason, a reload and the end of the session. */
export function useReasonDrafts(userId: number) {
  const [drafts, setDrafts] = useState(() => readDrafts(userId));
  useUnsavedWarning(Object.keys(drafts).length > 0);

  /** Null removes the draft, and so does a text that is the saved one. */
  const change = useCallback(
    (reason: AnyReason, fields: ReasonFields | null) =>
      setDrafts((before) => {
        const { [reason.id]: draft, ...others } = before;
        const isSaved = fields === null || isSameText(fields, toFields(reason));
        const basedOn = draft?.basedOn ?? reason.updated_at;
        const after = isSaved ? others : { ...others, [reason.id]: { ...fields, basedOn } };
        storeDrafts(userId, after);
        return after;
      }),
    [userId],
  );
  return { drafts, change };
}
