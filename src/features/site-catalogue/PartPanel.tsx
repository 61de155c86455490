import '#src/ui/dialogs/side-sheet.css';
import { useEffect, useState } from 'react';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { DiscardDraft } from '#src/features/drafts/DiscardDraft.tsx';
import { FieldsDraftFrame } from '#src/features/drafts/FieldsDraftFrame.tsx';
import { useDraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { usePartFaults } from '#src/features/site-changes/use-part-faults.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { focusField } from '#src/ui/fields/addressed-field.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { type CatalogueKind, isUnpublished } from './catalogue-api.ts';
import {
  type CatalogueFields,
  catalogueKinds,
  createFormatter,
  listTypedFaults,
  type LoadedDraft,
} from './catalogue-draft.ts';

export type OpenPart = {
  kind: CatalogueKind;
  id: number;
  /** The field that has the focus at first; '' for its name. */
  field: string;
  /** It was just added: nothing in it is wrong until something is typed. */
  isAdded?: boolean;
};

type Props = {
  part: OpenPart;
  userId: number;
  /** The words beside prices on the site; '' until they are known. */
  tax: string;
  /** It was saved: the list has another draft. */
  onSaved: () => void;
  onRemove: () => void;
  /** Its draft is saved, and the panel closed. */
  onClose: () => void;
};

/** A product or a plan at the right of the list. What is typed is saved as a draft. */
export function PartPanel(props: Props) {
  const { kind, id } = props.part;
  const { value, error, isLoading, reload } = useQuery(`${kind} ${id}`, (signal) =>
    catalogueKinds[kind].load(id, signal),
  );
  // Nothing until it is here: a second dialog in place of the first would lose where the focus came from.
  if (value) return <LoadedPanel {...props} loaded={value} />;
  return (
    <Modal isOpen={error !== null && !isLoading} title={`Edit ${kind}`} className="side-sheet" onClose={props.onClose}>
      <ErrorPanel title={`Couldn’t load the ${kind}`} message={error} onRetry={reload} />
    </Modal>
  );
}

const EMPTY = { fields: {} as CatalogueFields, content: '' };

function LoadedPanel({ part, userId, tax, loaded, onSaved, onRemove, onClose }: Props & { loaded: LoadedDraft }) {
  const { kind, field } = part;
  const { draftApi, toHref } = catalogueKinds[kind];
  const draftEditor = useDraftEditor<CatalogueFields, LoadedDraft['live']>({
    kind,
    userId,
    loaded,
    empty: EMPTY,
    isNew: ({ status }) => status === 'new',
    draftApi,
    toEditUrl: toHref,
  });
  const { fields, autosaver } = draftEditor.draft;
  const { version } = autosaver.draftBase();
  const canDelete = isUnpublished(loaded.live);
  const [isOpen, setOpen] = useState(true);
  const [isRefused, setRefused] = useState(false);
  useSavedVersion(version, onSaved);
  useEffect(() => {
    focusField(field || 'name');
  }, [field]);

  /** What can’t be saved is shown once more, with the reason; it stays in this browser. */
  const close = async (then = onClose) => {
    setOpen(false);
    try {
      await autosaver.saveNow();
      onSaved();
    } catch {
      setRefused(true);
      if (!isRefused) return setOpen(true);
    }
    then();
  };
  return (
    <Modal
      isOpen={isOpen}
      title={fields.name || `Untitled ${kind}`}
      className="side-sheet"
      onClose={() => void close()}
    >
      <PanelForm draftEditor={draftEditor} kind={kind} tax={tax} isAdded={part.isAdded === true} />
      <div className="form-actions part-actions">
        {(!fields.is_archived || canDelete) && (
          <Button
            variant="quiet"
            onClick={() =>
              void close(() => {
                onClose();
                onRemove();
              })
            }
          >
            {canDelete ? 'Delete...' : 'Archive...'}
          </Button>
        )}
        <DiscardDraft draftEditor={draftEditor} />
        <Button onClick={() => void close()}>Done</Button>
      </div>
    </Modal>
  );
}

/** Calls `onSaved` whenever the version is another one. */
function useSavedVersion(version: number, onSaved: () => void): void {
  const [known, setKnown] = useState(version);
  useEffect(() => {
    if (known === version) return;
    setKnown(version);
    onSaved();
  }, [known, version, onSaved]);
}

const isEqual = (one: CatalogueFields, other: CatalogueFields) => JSON.stringify(one) === JSON.stringify(other);

type FormProps = {
  draftEditor: ReturnType<typeof useDraftEditor<CatalogueFields, LoadedDraft['live']>>;
  kind: CatalogueKind;
  tax: string;
  isAdded: boolean;
};

function PanelForm({ draftEditor, kind, tax, isAdded }: FormProps) {
  const { draft } = draftEditor;
  const { fields } = draft;
  const form = catalogueKinds[kind].createForm(fields, { currency: getSiteFacts().currency, tax });
  const [added] = useState(fields);
  const found = usePartFaults(kind, draftEditor, listTypedFaults(kind, fields));
  const isUntouched = isAdded && isEqual(fields, added);
  const faults = isUntouched ? new Map<string, string>() : found;
  const others = [...faults].filter(([path]) => !((path.split('.', 1)[0] ?? '') in form));
  return (
    <FieldsDraftFrame draftEditor={draftEditor} formatFields={createFormatter(kind)} what={`this ${kind}`} isInPlace>
      {others.map(([path, message]) => (
        <Notice key={path} tone="error">
          {message}
        </Notice>
      ))}
      <FieldsForm
        fields={form}
        values={fields}
        faults={faults}
        onChange={(name, value) => draft.change({ [name]: value } as Partial<CatalogueFields>)}
      />
    </FieldsDraftFrame>
  );
}
