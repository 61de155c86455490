import type { EditorView } from '@milkdown/kit/prose/view';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { findLinkAtCursor, removeLink, setLink } from '#src/editor/elements/link.tsx';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';

type Props = { view: EditorView; isOpen: boolean; onClose: () => void };

/** The address and the text of a link. */
export function LinkDialog({ view, isOpen, onClose }: Props) {
  return (
    <Modal isOpen={isOpen} title="Link" onClose={onClose}>
      <LinkForm
        view={view}
        onDone={() => {
          onClose();
          // After the dialog has returned the focus.
          requestAnimationFrame(() => view.focus());
        }}
      />
    </Modal>
  );
}

function LinkForm({ view, onDone }: { view: EditorView; onDone: () => void }) {
  const { selection, doc } = view.state;
  const [existing] = useState(() => findLinkAtCursor(view.state));
  const chosen = doc.textBetween(selection.from, selection.to);
  const [address, setAddress] = useState(existing?.href ?? '');
  const [text, setText] = useState(chosen || existing?.text || '');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The dialog opens after its content is there, and focuses its first button.
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  const isTextFixed = chosen !== '' && !selection.$from.sameParent(selection.$to);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = normalizeLinkUrl(address);
    if (!href) {
      setError('Enter a web address, an email address, a phone number, or a path on this site such as /blogs.');
      return;
    }
    setLink(href, isTextFixed ? chosen : text.trim())(view.state, view.dispatch);
    onDone();
  };
  return (
    <form className="form" onSubmit={save} noValidate>
      <TextField
        label="Address"
        hint="A web address, an email address, a phone number, or a path on this site"
        error={error}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        ref={field}
        value={address}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {!isTextFixed && <TextField label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />}
      <div className="form-actions">
        <Button type="submit">{existing ? 'Save link' : 'Add link'}</Button>
        {existing && (
          <Button
            variant="secondary"
            onClick={() => {
              removeLink(view.state, view.dispatch);
              onDone();
            }}
          >
            Remove link
          </Button>
        )}
      </div>
    </form>
  );
}
