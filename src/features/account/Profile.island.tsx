import { useState } from 'react';
import type { ProfileJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { NameForm } from './NameForm.tsx';
import { Tabs } from '#src/ui/navigation/Tabs.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { useQuery } from '#src/lib/use-query.ts';

/** Mails to support that are already written. */
type Support = { email: string; photo: string };

/** The profile: names to change, address and photo to see. */
export function ProfileIsland({ support }: { support: Support }) {
  return <RequireAuth>{(user) => <Profile user={user} support={support} />}</RequireAuth>;
}

const loadProfile = (signal: AbortSignal) => api.get('/api/profile', { signal });

function Profile({ user, support }: { user: UserJson; support: Support }) {
  const { state, reload } = useQuery('profile', loadProfile);
  if (state.status === 'loading') return <Skeleton kind="field" count={3} />;
  if (state.status === 'failed') return <ErrorPanel message="Failed to fetch profile." onRetry={reload} />;
  // The names may have been saved since they were loaded.
  const profile = { ...state.value, first_name: user.first_name, last_name: user.last_name };
  return (
    <Tabs
      label="Profile sections"
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
        <dt>Email</dt>
        <dd>{profile.email}</dd>
      </dl>
      <p className="muted">You sign in with this address, so you can’t change it here. Contact support to change it.</p>
      <a className="button button-secondary" href={support.email}>
        Ask support to change your email
      </a>
    </>
  );
}

function Photo({ profile, support }: Part) {
  return (
    <>
      <ProfilePhoto profile={profile} />
      <p className="muted">You can’t change your photo here. Contact support to change it.</p>
      <a className="button button-secondary" href={support.photo}>
        Ask support to change your photo
      </a>
    </>
  );
}

/** The photo, or the initials when there is none or it does not load. */
function ProfilePhoto({ profile }: { profile: ProfileJson }) {
  const [isBroken, setBroken] = useState(false);
  if (profile.profile_photo && !isBroken) {
    return (
      <img
        className="photo"
        src={profile.profile_photo}
        alt="You"
        width="96"
        height="96"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span className="photo" role="img" aria-label="Your initials (no photo yet)">
      {getInitials(profile)}
    </span>
  );
}

/** Of both names, of the one there is, or of the address; whole grapheme clusters, also of other scripts. */
function getInitials({ first_name, last_name, email }: ProfileJson): string {
  const names = [first_name, last_name].filter((name) => name !== null);
  const letters = (names.length > 0 ? names : [email]).map((name) => Array.from(name)[0] ?? '');
  return letters.join('').toUpperCase();
}
