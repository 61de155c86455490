import { useEffect, useRef } from 'react';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { fetchReasonsForEditing } from '#src/features/openshelf/openshelf-api.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { toFields } from './reason-draft.ts';
import { ReasonEditor } from './ReasonEditor.tsx';
import { ReasonList } from './ReasonList.tsx';
import { useReasonDrafts } from './use-reason-drafts.ts';

/** The reasons for rejections: their names, and the texts that authors read. */
export function ReasonsIsland() {
  return <RequireAuth access="openshelf.manage">{(user) => <Reasons userId={user.id} />}</RequireAuth>;
}

function Reasons({ userId }: { userId: number }) {
  const { value, error, isLoading, reload, update } = useListQuery('reasons', fetchReasonsForEditing);
  const { drafts, change } = useReasonDrafts(userId);
  const [chosen, choose] = useQueryParameter('reason');
  const editor = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the phone the link that had the focus is hidden once a reason is open
  useEffect(() => {
    if (!isFirst.current) editor.current?.focus();
    isFirst.current = false;
  }, [chosen]);

  if (!value) {
    if (error !== null && !isLoading) {
      return <ErrorPanel title="Couldn’t load the reasons" message={error} onRetry={reload} />;
    }
    return (
      <div className="reasons-loading">
        <Skeleton kind="line" count={9} />
      </div>
    );
  }
  const reason = value.data.find(({ id }) => String(id) === chosen) ?? value.data[0];
  const replace = (saved: RejectionReasonJson) =>
    update((before) => ({ ...before, data: before.data.map((each) => (each.id === saved.id ? saved : each)) }));
  return (
    <div className="reasons" data-open={chosen !== ''}>
      <ReasonList
        reasons={value.data}
        drafts={drafts}
        current={reason?.id ?? null}
        onOpen={(id) => choose(String(id))}
      />
      {reason && (
        <ReasonEditor
          key={reason.id}
          headingRef={editor}
          reason={reason}
          categories={value.categories}
          fields={drafts[reason.id] ?? toFields(reason)}
          basedOn={drafts[reason.id]?.basedOn ?? null}
          onChange={(fields) => change(reason, fields)}
          onSaved={(saved) => {
            replace(saved);
            change(saved, null);
          }}
          onBack={() => choose('')}
        />
      )}
    </div>
  );
}
