import './same-text-mark.css';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';

const ENDS = { approved: ', approved', rejected: ', rejected', changes_requested: ', sent back for changes' };

/** That another work has the same words, and what was decided on it; nothing is added for one that waits, too. */
export const SameTextMark = ({
  other: { title, decision },
}: {
  other: NonNullable<PublicationJson['same_text_as']>;
}) => (
  <span className="same-text-mark">
    <Icon name="copy" size={14} />
    <span>
      Same text as ‘<bdi>{title}</bdi>’{decision && ENDS[decision]}
    </span>
  </span>
);
