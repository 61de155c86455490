import { useEffect, useState } from 'react';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { usePolling, getDelayUntilDue } from '#src/lib/use-polling.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { UserNotes } from '#src/features/users/notes/UserNotes.tsx';
import { formatUser } from '#src/features/users/user-labels.ts';
import { fetchUser } from '#src/features/users/users-api.ts';
import { roleWords } from '#api/domain/role-words.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { type DetailState, parseDetailState, toDetailUrl, userTabs } from './detail-state.ts';
import { PaymentsTab } from './PaymentsTab.tsx';
import { SessionsTab } from './SessionsTab.tsx';
import { SubscriptionsTab } from './SubscriptionsTab.tsx';
import { TimelineTab } from './TimelineTab.tsx';
import { type UserActions, useUserActions } from './use-user-actions.ts';
import { UserDialogs } from './UserDialogs.tsx';
import { UserHeader } from './UserHeader.tsx';
import { UserInfo } from './UserInfo.tsx';
import { UserNotices } from './UserNotices.tsx';

type Props = {
  user: UserDetailJson;
  canManage: boolean;
  /** Whether the viewer may refund and cancel. */
  canBill: boolean;
  onChange: (user: UserDetailJson) => void;
  /** The user was deleted meanwhile. */
  onGone: () => void;
};

/** While the notice of a deletion is shown, which another admin can stop (ms). */
const DELETION_CHECK_MS = 10_000;

/** The screen of a user that was found. */
export function UserScreen({ user, canManage, canBill, onChange, onGone }: Props) {
  useDeletionEnd(user, onChange, onGone);
  const { listState, change } = useListState({ parse: parseDetailState, toUrl: toDetailUrl });
  const actions = useUserActions(user, onChange);
  const [noteDraft, setNoteDraft] = useState('');
  useUnsavedWarning(noteDraft.trim() !== '');
  const name = formatUser(user);
  useEffect(() => {
    document.title = `${name} – ${getSiteFacts().company}`;
  }, [name]);
  return (
    <div className="screen-parts user-screen">
      <UserHeader user={user} canManage={canManage} onAsk={actions.ask} onExport={actions.exportData} />
      <UserNotices
        user={user}
        canManage={canManage}
        onUnblacklist={() => actions.ask('unblacklist')}
        onStopDeletion={actions.stopDeletion}
      />
      <ScreenTabs
        label={name}
        views={userTabs}
        current={listState.tab}
        toHref={(tab) => toDetailUrl({ tab, kind: null })}
        onOpen={(tab) => change({ tab, kind: null })}
      />
      <TabContent
        user={user}
        canManage={canManage}
        canBill={canBill}
        state={listState}
        actions={actions}
        noteDraft={noteDraft}
        onNoteDraft={setNoteDraft}
        onChange={change}
      />
      <UserDialogs user={user} actions={actions} />
    </div>
  );
}

/** Takes the notice of a deletion away once it was stopped or carried out, also elsewhere. */
function useDeletionEnd(user: UserDetailJson, onChange: Props['onChange'], onGone: () => void): void {
  const { deletion } = user;
  const [checkCount, setCheckCount] = useState(0);
  const check = async () => {
    try {
      onChange(await fetchUser(user.id));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) onGone();
    }
    setCheckCount((before) => before + 1);
  };
  usePolling(
    `${checkCount} ${deletion?.next_attempt_at}`,
    () => deletion && getDelayUntilDue([Date.parse(deletion.next_attempt_at)], DELETION_CHECK_MS),
    () => void check(),
  );
}

type ContentProps = Omit<Props, 'onChange' | 'onGone'> & {
  state: DetailState;
  actions: UserActions;
  noteDraft: string;
  onNoteDraft: (draft: string) => void;
  onChange: (update: Partial<DetailState>) => void;
};

function TabContent({ user, canManage, canBill, state, actions, noteDraft, onNoteDraft, onChange }: ContentProps) {
  switch (state.tab) {
    case 'info':
      return (
        <UserInfo
          user={user}
          role={<RoleControl user={user} canManage={canManage} onChange={() => actions.ask('role')} />}
          notes={
            <UserNotes
              user={user}
              canManage={canManage}
              draft={noteDraft}
              onDraft={onNoteDraft}
              onChanged={actions.refresh}
            />
          }
        />
      );
    case 'subscriptions':
      return <SubscriptionsTab user={user} canBill={canBill} actions={actions} />;
    case 'payments':
      return <PaymentsTab user={user} canBill={canBill} revision={actions.revision} onRefund={actions.refund} />;
    case 'sessions':
      return (
        <SessionsTab
          user={user}
          canManage={canManage}
          revision={actions.revision}
          onEndAll={() => actions.ask('end-all')}
          onEnded={actions.reload}
        />
      );
    case 'timeline':
      return (
        <TimelineTab user={user} kind={state.kind} onKind={(kind) => onChange({ kind })} revision={actions.revision} />
      );
  }
}

type RoleControlProps = { user: UserDetailJson; canManage: boolean; onChange: () => void };

/** The role: a button that opens the choice of roles, or why it can't be changed. */
function RoleControl({ user, canManage, onChange }: RoleControlProps) {
  const { label } = roleWords[user.role];
  const { allowed, reason } = user.can.change_role;
  if (!canManage || !allowed) {
    return (
      <>
        {label}
        {reason && <span className="row-note">{reason}</span>}
      </>
    );
  }
  return (
    <button
      type="button"
      className="value-button"
      aria-label={`Role: ${label}`}
      aria-haspopup="dialog"
      onClick={onChange}
    >
      {label}
      <Icon name="chevron-down" size={14} />
    </button>
  );
}
