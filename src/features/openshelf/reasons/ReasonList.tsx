import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { ReasonDrafts } from './reason-draft.ts';

type Props = {
  reasons: readonly RejectionReasonJson[];
  drafts: ReasonDrafts;
  current: number | null;
  onOpen: (id: number) => void;
};

/** The reasons by their keys, as they are saved; those with unsaved changes say so. */
export function ReasonList({ reasons, drafts, current, onOpen }: Props) {
  return (
    <nav className="reason-list" aria-label="Reasons">
      <ul>
        {reasons.map(({ id, position, label, text, category_texts: texts }) => (
          <li key={id}>
            <InPageLink
              href={`${openshelfPaths.rejectionReasons}?reason=${id}`}
              aria-current={id === current ? 'true' : undefined}
              onOpen={() => onOpen(id)}
            >
              <kbd>{position}</kbd>
              <span className="reason-words">
                <b>{label}</b>
                <span className="row-note">{text || 'The reviewer writes the text.'}</span>
                {texts.length > 0 && (
                  <span className="row-note">
                    {formatCount(texts.length, 'category', 'categories')} with its own text
                  </span>
                )}
              </span>
              {drafts[id] && <Badge tone="yellow">Unsaved</Badge>}
            </InPageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
