import './rejection.css';
import type { ReactNode } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';

type Props = {
  publication: PublicationJson;
  /** After the version. */
  note?: ReactNode;
};

/** The publication that a dialog is about. */
export const DecisionSubject = ({ publication, note }: Props) => (
  <div className="dialog-subject">
    <p>
      <b dir="auto">{publication.title}</b>
      <span className="row-note" dir="auto">
        {publication.author_name}, v{publication.version_number}
        {note && <>. {note}</>}
      </span>
    </p>
  </div>
);

type ListProps = {
  publications: readonly PublicationJson[];
  getNote?: (publication: PublicationJson) => ReactNode;
};

/** All publications that a dialog is about, in a part of it that scrolls. */
export const DecisionSubjects = ({ publications, getNote = () => null }: ListProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
  <ul className="dialog-subject decision-subjects" tabIndex={0} aria-label="Publications">
    {publications.map((publication) => (
      <li key={publication.id}>
        <b dir="auto">{publication.title}</b>
        <span className="row-note" dir="auto">
          {publication.author_name}
        </span>
        {getNote(publication) && <span className="row-note decision-note">{getNote(publication)}</span>}
      </li>
    ))}
  </ul>
);
