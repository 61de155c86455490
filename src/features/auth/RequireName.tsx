import { type ReactNode, useState } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { hasName } from '#src/lib/format/user-name.ts';
import { UserNameForm } from './names/UserNameForm.tsx';

type Props = { user: UserJson; children: (user: UserJson) => ReactNode };

/** For screens that put the user's name in front of the public: an account without one gives it first. */
export function RequireName({ user, children }: Props) {
  const [author, setAuthor] = useState(user);
  if (hasName(author)) return children(author);
  return (
    <section className="form">
      <h2>What’s your name?</h2>
      <p>Readers see it on the posts you write.</p>
      <UserNameForm user={user} onSaved={setAuthor} />
    </section>
  );
}
