import { useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { UnchangedBlocks } from './DraftDiff.tsx';
import { withKeys } from '#src/lib/with-keys.ts';
import { BlockChoice, FieldChoice, type Sides } from './ConflictChoice.tsx';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from './field-diff.ts';
import type { MergeChoice } from './three-way-merge.ts';
import { type ThreeWayMerge, useThreeWayMerge } from './use-three-way-merge.ts';

type Props<Fields> = {
  isOpen: boolean;
  mine: () => DraftContent<Fields>;
  theirs: DraftJson<Fields>;
  /** The other version was saved by this user, in another tab. */
  isOwn: boolean;
  base: DraftContent<Fields> | null;
  formatFields: FieldFormatter<Fields>;
  /** Saves the choice. @throws the reason when that fails */
  onChoose: (mine: DraftContent<Fields>, chosen: DraftContent<Fields>) => Promise<void>;
  onClose: () => void;
};

const TABS = {
  mine: 'This tab',
  theirs: 'Other tab',
  keepMine: 'Keep this tab’s version',
  keepTheirs: 'Keep the other tab’s version',
};
const PEOPLE = {
  mine: 'Your version',
  theirs: 'Their version',
  keepMine: 'Keep your version',
  keepTheirs: 'Keep their version',
};
const BY_SOMEONE_ELSE = 'Someone else saved a different version';
const IN_ANOTHER_TAB = 'You saved a different version in another tab';

/** Two versions of one text, side by side, to take one or to merge them. Neither is lost, whatever is chosen. */
export function ConflictDialog<Fields extends object>({ isOpen, onClose, ...rest }: Props<Fields>) {
  return (
    <Modal isOpen={isOpen} title={rest.isOwn ? IN_ANOTHER_TAB : BY_SOMEONE_ELSE} isWide onClose={onClose}>
      <ConflictForm key={rest.theirs.version} {...rest} />
    </Modal>
  );
}

function ConflictForm<Fields extends object>(props: Omit<Props<Fields>, 'isOpen' | 'onClose'>) {
  const { theirs, isOwn, base, formatFields } = props;
  const [mine] = useState(props.mine);
  const [busy, setBusy] = useState<MergeChoice | null>(null);
  const [error, setError] = useState<string | null>(null);
  const merge = useThreeWayMerge({ mine, theirs, base, formatFields });
  const sides = isOwn ? TABS : PEOPLE;
  const choose = async (choice: MergeChoice) => {
    setBusy(choice);
    setError(null);
    const chosen = { mine: () => mine, theirs: () => pickContent(theirs), both: merge.merged };
    try {
      await props.onChoose(mine, chosen[choice]());
    } catch (cause) {
      setError(formatError(cause));
      setBusy(null);
    }
  };
  const getButtonProps = (choice: MergeChoice) => ({
    isBusy: busy === choice,
    busyLabel: 'Saving...',
    'aria-disabled': busy !== null || undefined,
    onClick: () => void choose(choice),
  });

  return (
    <>
      <p>
        {isOwn ? 'You' : (theirs.user?.name ?? 'Someone')} saved a version on {formatDateTime(theirs.updated_at)} while
        you were writing{merge.isSamePlace && (isOwn ? ', and both tabs' : ', and both of you')}
        {merge.isSamePlace && ' changed the same place'}. Choose below, or keep one whole version. Both stay in the
        revisions.
      </p>
      <ConflictList merge={merge} sides={sides} />
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions conflict-actions">
        <Button {...getButtonProps('both')}>Save merged version</Button>
        <Button variant="secondary" {...getButtonProps('mine')}>
          {sides.keepMine}
        </Button>
        <Button variant="secondary" {...getButtonProps('theirs')}>
          {sides.keepTheirs}
        </Button>
      </div>
    </>
  );
}

/** Every place in which the versions differ, each with its choice, and the text between. */
function ConflictList<Fields extends object>({ merge, sides }: { merge: ThreeWayMerge<Fields>; sides: Sides }) {
  let differing = -1;
  return (
    <div className="conflict">
      {merge.fields.map((field) => (
        <FieldChoice
          key={String(field.name)}
          field={field}
          sides={sides}
          takesTheirs={merge.takesTheirs(field.name)}
          onChoose={(isTheirs) => merge.chooseField(field.name, isTheirs)}
        />
      ))}
      {withKeys(merge.parts).map(({ key, item: part }) => {
        if (part.isSame) return <UnchangedBlocks key={key} items={part.items} />;
        differing += 1;
        const ordinal = differing;
        return (
          <BlockChoice
            key={key}
            part={part}
            sides={sides}
            ordinal={ordinal + 1}
            choice={merge.getChoice(ordinal)}
            onChoose={(choice) => merge.choosePart(ordinal, choice)}
          />
        );
      })}
    </div>
  );
}

const pickContent = <Fields,>({ fields, content }: DraftContent<Fields>): DraftContent<Fields> => ({ fields, content });
