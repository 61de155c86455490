import { useState } from 'react';
import type { ProfileJson } from '#api/features/account/account.contract.ts';

/** The photo, or the initials when there is none or it does not load. */
export function ProfilePhoto({ profile }: { profile: ProfileJson }) {
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
