import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { DECIDED_LABELS, findAppeal, hasJudged } from '#src/features/openshelf/decisions/decision-words.ts';

type Props = { publication: PublicationDetailJson; viewerId: number };

/** The author’s answer to a rejection, with the decision that it is about, and what the one who decides has to know. */
export function AppealBox({ publication, viewerId }: Props) {
  const found = findAppeal(publication);
  if (!found) return null;
  const { appeal, decision } = found;
  return (
    <section className="panel-block" aria-labelledby="review_appeal">
      <h2 id="review_appeal">Appeal</h2>
      <blockquote className="appeal-text" dir="auto">
        {appeal.comments}
      </blockquote>
      <p className="row-note">
        <bdi>{publication.author_name}</bdi>, <Time iso={appeal.at} isDate />
      </p>
      {decision && (
        <div className="appeal-decision">
          <p>
            <b>
              {DECIDED_LABELS[decision.move]} by{' '}
              {decision.user?.id === viewerId ? 'you' : (decision.user?.name ?? 'a reviewer')}
            </b>
            , <Time iso={decision.at} isDate />
            {decision.reasons.length > 0 && `: ${decision.reasons.join(', ')}`}
          </p>
          {decision.comments && <p className="panel-text">{decision.comments}</p>}
        </div>
      )}
      {!decision && <p>The AI review rejected this version.</p>}
      {publication.decision_blocked === null && hasJudged(publication, viewerId) && (
        <p>You’ve judged this version before. You can decide on the appeal because no other reviewer can.</p>
      )}
      {publication.is_final && <p>Your decision is final: no appeal is left after it.</p>}
    </section>
  );
}
