import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { PassageLinks } from '#src/features/openshelf/reader/PassageLinks.tsx';
import { AiBadge } from '#src/features/openshelf/AiBadge.tsx';
import { formatConfidence } from '#src/features/openshelf/publication-labels.ts';

/** What the AI review says; shown when it has comments. */
export function AiReview({
  id,
  ai_decision: decision,
  ai_comments: comments,
  ai_confidence_score: score,
}: PublicationJson) {
  if (!comments) return null;
  return (
    <section className="panel-block" aria-labelledby="review_ai">
      <h2 id="review_ai">AI Review</h2>
      <p className="ai-line">
        {decision && <AiBadge decision={decision} confidence={null} />}
        {score !== null && (
          <span className="ai-confidence">
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={score} height={1} />
            </svg>
            {formatConfidence(score)} confidence
          </span>
        )}
      </p>
      <p className="panel-text">{comments}</p>
      <PassageLinks publicationId={id} />
    </section>
  );
}
