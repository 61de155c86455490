import type { ProfileJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { NameForm } from './NameForm.tsx';
import { ProfilePhoto } from './ProfilePhoto.tsx';
import { Tabs } from '#src/ui/navigation/Tabs.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { useQuery } from '#src/lib/use-query.ts';

/** Mails to support that are already written. */
type Support = { email: string; photo: string };

/** The profile: names to change, address and photo to see. */
export function ProfileIsland({ support }: { support: Support }) {
  return <RequireAuth>{(user) => <Profile user={user} support={support} />}</RequireAuth>;
}

const loadProfile = (signal: AbortSignal) => api.get<ProfileJson>('/api/profile', { signal });

function Profile({ user, support }: { user: UserJson; support: Support }) {
  const { state, retry } = useQuery('profile', loadProfile);
  if (state.status === 'loading') return <Skeleton kind="field" count={3} />;
  if (state.status === 'failed') return <ErrorPanel message="Failed to fetch profile." onRetry={retry} />;
  // The names may have been saved since they were loaded.
  const profile = { ...state.value, first_name: user.first_name, last_name: user.last_name };
  return (
    <Tabs
      label="Parts of your profile"
      tabs={[
        { label: 'Personal', content: <NameForm user={user} profile={state.value} /> },
        { label: 'Email', content: <Email profile={profile} support={support} /> },
        { label: 'Photo', content: <Photo profile={profile} support={support} /> },
      ]}
    />
  );
}

type Part = { profile: ProfileJson; support: Support };

function Email({ profile, support }: Part) {
  return (
    <>
      <dl>
        <dt>E-mail</dt>
        <dd>{profile.email}</dd>
      </dl>
      <p className="muted">
        Your address is how you sign in, so it cannot be changed here. Changes go through our support.
      </p>
      <a className="button button-secondary" href={support.email}>
        Write to support about your e-mail
      </a>
    </>
  );
}

function Photo({ profile, support }: Part) {
  return (
    <>
      <ProfilePhoto profile={profile} />
      <p className="muted">Your photo cannot be changed here. Changes go through our support.</p>
      <a className="button button-secondary" href={support.photo}>
        Write to support about your photo
      </a>
    </>
  );
}
