import type { RefObject } from 'react';
import type { PublicationHistoryEntryJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import type { VersionDiffJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { formatReviewer } from './reviewer-name.ts';
import { TextError } from './TextError.tsx';
import type { useDiff } from './use-text.ts';
import { withKeys } from '#src/lib/with-keys.ts';
import { Words } from '#src/ui/content/Words.tsx';

/** What the fields of a work are called on screens. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  author_name: 'Author',
  author_bio: 'Author bio',
  author_contact: 'Contact',
  description: 'Description',
  category: 'Category',
  subcategory: 'Subcategory',
  html_url: 'HTML',
  pdf_url: 'PDF',
  md_url: 'Markdown',
  epub_url: 'EPUB',
};

type Props = {
  from: number;
  diff: ReturnType<typeof useDiff>;
  /** The decision that they answer, changes that were asked for or a rejection; null when there is none. */
  asked: PublicationHistoryEntryJson | null;
  viewerId: number;
  paneRef: RefObject<HTMLElement | null>;
};
type Field = VersionDiffJson['fields'][number];
type Paragraph = NonNullable<VersionDiffJson['paragraphs']>[number];

/** What changed since an earlier version, below what its author was told: fields, the paragraphs of the text, then the addresses of its files. */
export function ChangesPane({ from, diff, asked, viewerId, paneRef }: Props) {
  const { value, error, isLoading, reload } = diff;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <section className="reader-scroll" ref={paneRef} tabIndex={0} aria-label={`Changes since v${from}`}>
      <div className="reader-leaf reader-changes">
        {asked && <Asked decision={asked} viewerId={viewerId} />}
        {error !== null && !isLoading && <TextError message={error} onRetry={reload} />}
        {!value && isLoading && <Skeleton kind="line" count={8} />}
        {value && <Changes diff={value} />}
      </div>
    </section>
  );
}

function Asked({ decision, viewerId }: { decision: PublicationHistoryEntryJson; viewerId: number }) {
  const { move, user, reasons, comments, at, version_number: version } = decision;
  return (
    <section className="changes-asked" aria-labelledby="changes_asked">
      <header>
        <h2 id="changes_asked">
          <bdi>{formatReviewer(user, viewerId)}</bdi> {move === 'request_changes' ? 'asked for' : 'rejected this'}
        </h2>
        <span>
          <Time iso={at} isDate />, v{version}
        </span>
      </header>
      {reasons.length > 0 && <p className="row-note">{reasons.join(', ')}</p>}
      {comments && <p className="changes-comments">{comments}</p>}
    </section>
  );
}

function Changes({ diff: { from, fields, paragraphs, change_count: count, error } }: { diff: VersionDiffJson }) {
  const addresses = fields.filter(isAddressField);
  return (
    <>
      {count === 0 && error === null && <p className="muted">Nothing has changed since v{from}.</p>}
      <ChangedFields fields={fields.filter((each) => !isAddressField(each))} />
      {error !== null && <p className="muted">{error}</p>}
      {count > 0 && <ChangedParagraphs paragraphs={paragraphs ?? []} />}
      {addresses.length > 0 && (
        <section className="changed-files">
          <h2>Files</h2>
          <ChangedFields fields={addresses} />
        </section>
      )}
    </>
  );
}

/** Of a file of the work. */
export const isAddressField = ({ field }: Field) => field.endsWith('_url');

export function ChangedFields({ fields }: { fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="changed-fields">
      {fields.map(({ field, parts }) => (
        <div key={field}>
          <dt>{FIELD_LABELS[field] ?? field}</dt>
          <dd>
            <Words parts={parts} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const ChangedParagraphs = ({ paragraphs }: { paragraphs: readonly Paragraph[] }) =>
  withKeys(paragraphs).map(({ key, item }) => <ChangedParagraph key={key} paragraph={item} />);

function ChangedParagraph({ paragraph: { kind, parts } }: { paragraph: Paragraph }) {
  if (kind === 'gap') return <hr className="changes-gap" aria-label="Unchanged paragraphs" />;
  return (
    <p className={kind === 'same' ? 'muted' : 'changed-paragraph'}>
      <Words parts={parts} />
    </p>
  );
}
