import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { DECIDED_LABELS, findAppeal } from '#src/features/openshelf/decisions/decision-words.ts';

/** The author’s answer to a rejection, with the decision that it is about. */
export function AppealBox({ publication }: { publication: PublicationDetailJson }) {
  const found = findAppeal(publication);
  if (!found) return null;
  const { appeal, decision } = found;
  return (
    <section className="panel-block" aria-labelledby="review_appeal">
      <h2 id="review_appeal">Appeal</h2>
      <blockquote className="appeal-text">{appeal.comments}</blockquote>
      <p className="row-note">
        {publication.author_name}, <Time iso={appeal.at} isDate />
      </p>
      {decision && (
        <div className="appeal-decision">
          <p>
            <b>
              {DECIDED_LABELS[decision.move]} by {decision.user?.name ?? 'a reviewer'}
            </b>
            , <Time iso={decision.at} isDate />
            {decision.reasons.length > 0 && `: ${decision.reasons.join(', ')}`}
          </p>
          {decision.comments && <p className="panel-text">{decision.comments}</p>}
        </div>
      )}
      {!decision && <p>The AI review rejected this version.</p>}
    </section>
  );
}
