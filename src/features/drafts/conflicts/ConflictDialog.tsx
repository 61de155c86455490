import { useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { wordsOfError } from '#src/lib/api-client.ts';
import { momentOf } from '#src/lib/format/date-time.ts';
import { SameBlocks } from './DraftDiff.tsx';
import { numbered } from './diff.ts';
import { FieldChoice, PartChoice } from './ConflictChoice.tsx';
import type { DraftText } from '#src/features/drafts/draft-content.ts';
import type { FieldWords } from './field-diff.ts';
import type { Choice } from './three-way-merge.ts';
import { type Merge, useMerge } from './use-three-way-merge.ts';

type Props<Fields> = {
  isOpen: boolean;
  mine: () => DraftText<Fields>;
  theirs: DraftJson<Fields>;
  base: DraftText<Fields> | null;
  wordsOf: FieldWords<Fields>;
  /** Saves the choice; throws what stands in the way. */
  onChoose: (mine: DraftText<Fields>, chosen: DraftText<Fields>) => Promise<void>;
  onClose: () => void;
};

/** Two versions of one text, side by side, to take one or to merge them. Neither is lost, whatever is chosen. */
export function ConflictDialog<Fields extends object>({ isOpen, onClose, ...rest }: Props<Fields>) {
  return (
    <Modal isOpen={isOpen} title="Somebody else saved another version" isWide onClose={onClose}>
      <Choosing key={rest.theirs.version} {...rest} />
    </Modal>
  );
}

function Choosing<Fields extends object>(props: Omit<Props<Fields>, 'isOpen' | 'onClose'>) {
  const { theirs, base, wordsOf } = props;
  const [mine] = useState(props.mine);
  const [busy, setBusy] = useState<Choice | null>(null);
  const [error, setError] = useState<string | null>(null);
  const merge = useMerge({ mine, theirs, base, wordsOf });
  const choose = async (what: Choice) => {
    setBusy(what);
    setError(null);
    const chosen = { mine: () => mine, theirs: () => textOf(theirs), both: merge.merged };
    try {
      await props.onChoose(mine, chosen[what]());
    } catch (cause) {
      setError(wordsOfError(cause));
      setBusy(null);
    }
  };
  const buttonOf = (what: Choice) => ({
    isBusy: busy === what,
    busyLabel: 'Saving...',
    'aria-disabled': busy !== null || undefined,
    onClick: () => void choose(what),
  });

  return (
    <>
      <p>
        {theirs.user?.name ?? 'Somebody'} saved on {momentOf(theirs.updated_at)}, while you were writing. Choose below,
        place by place, or take one version as a whole. Both stay in the revisions.
      </p>
      <Places merge={merge} />
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions conflict-actions">
        <Button {...buttonOf('both')}>Save the merged text</Button>
        <Button variant="secondary" {...buttonOf('mine')}>
          Take mine
        </Button>
        <Button variant="secondary" {...buttonOf('theirs')}>
          Take theirs
        </Button>
      </div>
    </>
  );
}

/** Every place in which the versions differ, each with its choice, and the text between. */
function Places<Fields extends object>({ merge }: { merge: Merge<Fields> }) {
  let differing = -1;
  return (
    <div className="conflict">
      {merge.fields.map((field) => (
        <FieldChoice
          key={String(field.name)}
          field={field}
          takesTheirs={merge.takesTheirs(field.name)}
          onChoose={(theirsIt) => merge.chooseField(field.name, theirsIt)}
        />
      ))}
      {numbered(merge.parts).map(({ key, item: part }) => {
        if (part.isSame) return <SameBlocks key={key} part={part} />;
        differing += 1;
        const place = differing;
        return (
          <PartChoice
            key={key}
            part={part}
            place={place + 1}
            choice={merge.choiceOf(place)}
            onChoose={(choice) => merge.choosePart(place, choice)}
          />
        );
      })}
    </div>
  );
}

const textOf = <Fields,>({ fields, content }: DraftText<Fields>): DraftText<Fields> => ({ fields, content });
