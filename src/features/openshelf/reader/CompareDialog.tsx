import { formatCount } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { PrecedentJson, VersionDiffJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { ChangedFields, ChangedParagraphs, isAddressField } from './ChangesPane.tsx';
import { TextError } from './TextError.tsx';
import { useComparison } from './use-text.ts';

export type ComparedWork = Pick<PrecedentJson, 'id' | 'title' | 'version_number'>;
type Props = {
  /** The publication that is open. */
  publication: PublicationJson;
  /** The other one; null while the dialog is closed. */
  other: ComparedWork | null;
  onClose: () => void;
};

/** Where the text of the open publication differs from that of another work. */
export const CompareDialog = ({ publication, other, onClose }: Props) => (
  <Modal isOpen={other !== null} title={other ? `Compared with ‘${other.title}’` : ''} isWide onClose={onClose}>
    {other && <Comparison publication={publication} other={other} />}
  </Modal>
);

function Comparison({ publication, other }: { publication: PublicationJson; other: ComparedWork }) {
  const { value, error, isLoading, reload } = useComparison(publication, other);
  return (
    <div className="reader-changes reader-comparison">
      {error !== null && !isLoading && <TextError message={error} onRetry={reload} />}
      {!value && isLoading && <Skeleton kind="line" count={6} />}
      {value && <Differences diff={value} publication={publication} other={other} />}
    </div>
  );
}

type DifferencesProps = { diff: VersionDiffJson; publication: PublicationJson; other: ComparedWork };

function Differences({ diff: { fields, paragraphs, error }, publication, other }: DifferencesProps) {
  const changed = (paragraphs ?? []).filter(({ kind }) => kind !== 'same' && kind !== 'gap').length;
  return (
    <>
      <p>
        <del>
          Only in ‘<bdi>{other.title}</bdi>’
        </del>{' '}
        <ins>
          Only in ‘<bdi>{publication.title}</bdi>’
        </ins>
      </p>
      {error !== null && <p className="muted">{error}</p>}
      {error === null && (
        <p className="muted">
          {changed === 0 ? 'The texts are the same.' : `${formatCount(changed, 'paragraph')} of the text differ.`}
        </p>
      )}
      {changed > 0 && <ChangedParagraphs paragraphs={paragraphs ?? []} />}
      <ChangedFields fields={fields.filter((each) => !isAddressField(each))} />
    </>
  );
}
