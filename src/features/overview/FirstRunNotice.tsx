import { useEffect } from 'react';
import { firstRunQuestionCount } from '#api/domain/first-run-questions.ts';
import { paths } from '#src/lib/paths.ts';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

/** A new site begins with its questions. */
export function FirstRunOpener() {
  useEffect(() => window.location.replace(paths.adminFirstRun), []);
  return <Loading />;
}

/** The way back to the questions, for who has put them off. */
export const FirstRunNotice = ({ answeredCount }: { answeredCount: number }) => (
  <section className="first-run-notice" aria-label="Set up the site">
    <Icon name="rocket" />
    <div>
      <p className="row-title">
        {answeredCount} of {firstRunQuestionCount} questions answered
      </p>
      <p className="row-note">The site isn’t public yet.</p>
    </div>
    <a className="button button-secondary button-small" href={paths.adminFirstRun}>
      Continue
    </a>
  </section>
);
