import { findProgramProduct } from '#api/domain/catalogue.ts';
import { useRef, useState } from 'react';
import type { ProgramLevel } from '#api/domain/enums.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api } from '#src/lib/api-client.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { useQuery } from '#src/lib/use-query.ts';

type Level = { name: ProgramLevel; text: string; expect: string };
type Props = {
  levels: readonly Level[];
  /** The page that compares them; empty without one. */
  comparePath: string;
};

const getName = () => findProgramProduct()?.name ?? '';

/** The user's level of the program of a product. A choice is saved at once. */
export function ProgramIsland({ levels, comparePath }: Props) {
  return (
    <section className="panel" aria-labelledby="program">
      <h2 id="program">{getName()}</h2>
      <RequireAuth>{() => <Program levels={levels} />}</RequireAuth>
      <p className="small muted">
        The price is the same on all three, and you can change level at any time.{' '}
        {comparePath && <a href={comparePath}>Compare the levels</a>}
      </p>
    </section>
  );
}

const loadProgram = async (signal: AbortSignal) =>
  (await api.get('/api/settings/taxmate-program', { signal })).program.taxmate;

function Program({ levels }: { levels: readonly Level[] }) {
  const { state, reload } = useQuery('program', loadProgram);
  if (state.status === 'loading') return <Skeleton kind="card" count={levels.length} />;
  if (state.status === 'failed') return <ErrorPanel message="Failed to load program settings." onRetry={reload} />;
  return <ProgramPicker levels={levels} first={state.value} />;
}

type Note = { tone: 'success' | 'error'; count: number };

function ProgramPicker({ levels, first }: { levels: readonly Level[]; first: ProgramLevel }) {
  const [chosen, setChosen] = useState(first);
  const [note, setNote] = useState<Note | null>(null);
  const showNote = (tone: Note['tone']) => setNote((before) => ({ tone, count: (before?.count ?? 0) + 1 }));
  // Arrow keys pass through choices faster than they are saved: one call at a time, and the last choice wins.
  const saved = useRef(first);
  const selectedRef = useRef(first);
  const isSaving = useRef(false);

  const choose = async (program: ProgramLevel) => {
    selectedRef.current = program;
    setChosen(program);
    if (isSaving.current) return;
    isSaving.current = true;
    setNote(null);
    try {
      while (selectedRef.current !== saved.current) {
        const { program: savedProgram } = await api.put('/api/settings/taxmate-program', {
          json: { taxmate: selectedRef.current },
        });
        saved.current = savedProgram.taxmate;
      }
      showNote('success');
    } catch {
      selectedRef.current = saved.current;
      setChosen(saved.current);
      showNote('error');
    } finally {
      isSaving.current = false;
    }
  };
  return (
    <>
      <fieldset className="choices">
        <legend className="visually-hidden">{getName()} program</legend>
        {levels.map(({ name, text, expect }) => (
          <label className="choice" key={name}>
            <input type="radio" name="program" value={name} checked={chosen === name} onChange={() => choose(name)} />
            <span>
              <strong>{name}</strong>
              <span>{text}</span>
              <span className="muted">{expect}.</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="note-room">
        {note?.tone === 'success' && (
          <Notice key={note.count} tone="success" onDismiss={() => setNote(null)}>
            Settings updated successfully!
          </Notice>
        )}
        {note?.tone === 'error' && (
          <Notice key={note.count} tone="error">
            Failed to update program settings.
          </Notice>
        )}
      </div>
    </>
  );
}
