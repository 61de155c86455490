import { type ReactNode, useState } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { hasName } from '#src/lib/format/user-name.ts';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';

/** Few have no name. */
const loadUserNameForm = () => import('./names/UserNameForm.tsx');

type Props = { user: UserJson; children: (user: UserJson) => ReactNode };

/** For screens that publish the user's name: an account without one must enter it first. */
export function RequireName({ user, children }: Props) {
  const [author, setAuthor] = useState(user);
  if (hasName(author)) return children(author);
  return (
    <section className="form form-page">
      <h2>What’s your name?</h2>
      <p>Readers see it on the posts you write.</p>
      <LazyBoundary load={loadUserNameForm}>
        {({ UserNameForm }) => <UserNameForm user={user} onSaved={setAuthor} />}
      </LazyBoundary>
      <p>
        <a href={paths.blogManager}>Back to Blog manager</a>
      </p>
    </section>
  );
}
