import { useEffect, useRef, useState } from 'react';
import type { FirstRunJson } from '#api/features/first-run/first-run.contract.ts';
import { type FirstRunAnswers, firstRunQuestionFields, listFirstRunFaults } from '#api/domain/first-run.ts';
import { type FirstRunQuestion, firstRunQuestionCount, firstRunQuestions } from '#api/domain/first-run-questions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useRenderedPage } from '#src/features/pages/editor/use-rendered-page.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { FirstRunPreview } from './FirstRunPreview.tsx';
import { PublishSiteDialog } from './PublishSiteDialog.tsx';
import { Question } from './Question.tsx';
import { useFirstRun } from './use-first-run.ts';

/** What a new site asks its owner, beside the site that follows from the answers. */
export function FirstRunIsland() {
  return (
    <RequireAuth access="settings.manage" keepOnExpiry>
      {() => <FirstRunLoader />}
    </RequireAuth>
  );
}

const loadFirstRun = (signal: AbortSignal) => api.get('/api/admin/first-run', { signal });

function FirstRunLoader() {
  const { value, error, reload } = useQuery('first run', loadFirstRun);
  const isGone = value !== null && value.first_run === null;
  useEffect(() => {
    if (isGone) window.location.replace(paths.admin);
  }, [isGone]);
  if (value?.first_run) return <FirstRun loaded={value.first_run} />;
  if (error !== null) return <ErrorPanel title="Couldn’t load the questions" message={error} onRetry={reload} />;
  return <Loading />;
}

const getNext = (answered: readonly FirstRunQuestion[], after?: FirstRunQuestion): FirstRunQuestion | null => {
  const open = firstRunQuestions.filter((question) => !answered.includes(question));
  const behind = open.find(
    (question) => after && firstRunQuestions.indexOf(question) > firstRunQuestions.indexOf(after),
  );
  return behind ?? open[0] ?? null;
};

function FirstRun({ loaded }: { loaded: FirstRunJson }) {
  const editor = useFirstRun(loaded);
  const { state, saved, error, change, save, retry } = editor;
  const { answers, answered } = state;
  const page = useRenderedPage(JSON.stringify(answers), (json, signal) =>
    api.post('/api/admin/first-run/preview', { json: { answers: JSON.parse(json) as FirstRunAnswers }, signal }),
  );
  const [current, setCurrent] = useState<FirstRunQuestion | null>(() => getNext(answered));
  const [isDone, setDone] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const faults = new Map(listFirstRunFaults(answers).map(({ path, message }) => [path, message]));
  // A question that is opened by a press gets the focus; the first one when the page is open.
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current && current)
      list.current?.querySelector<HTMLElement>('.is-open :is(input:not([hidden]), select, textarea, button)')?.focus();
    isOpened.current = true;
  }, [current]);

  const leave = (question: FirstRunQuestion, next: Partial<FirstRunAnswers> = {}) => {
    const done = [...new Set([...answered, question])];
    change({ answers: { ...answers, ...next }, answered: done });
    const following = getNext(done, question);
    setCurrent(following);
    if (following === null) setDone(true);
  };
  const skip = (question: FirstRunQuestion) => {
    const names = Object.keys(firstRunQuestionFields[question]) as (keyof FirstRunAnswers)[];
    leave(question, Object.fromEntries(names.map((name) => [name, loaded.defaults[name]])));
  };
  const finishLater = useToastAction(async () => {
    change({ isPostponed: true });
    await save();
    window.location.assign(paths.admin);
  });
  return (
    <div className="first-run">
      <div className="first-run-side">
        <div className="first-run-top">
          <strong>{answers.name || loaded.site_host}</strong>
          <p>
            {answered.length} of {firstRunQuestionCount} answered{' '}
            <button type="button" className="link-button" onClick={() => void finishLater.run()}>
              Finish later
            </button>
          </p>
        </div>
        {/* The page has it as its heading. */}
        <p className="first-run-title" aria-hidden="true">
          Make this site yours
        </p>
        <p className="muted">Six questions, about five minutes. Nothing is public before you publish.</p>
        {error !== null && (
          <Notice tone="error" title="Your answers aren’t saved">
            {error}{' '}
            <button type="button" className="link-button" onClick={retry}>
              Try again
            </button>
          </Notice>
        )}
        <ol className="questions" ref={list}>
          {firstRunQuestions.map((question, at) => (
            <Question
              key={question}
              question={question}
              number={at + 1}
              loaded={loaded}
              answers={answers}
              faults={faults}
              state={question === current ? 'open' : answered.includes(question) ? 'done' : 'later'}
              onChange={(next) => change({ answers: { ...answers, ...next } })}
              onOpen={() => setCurrent(question)}
              onContinue={() => leave(question)}
              onSkip={() => skip(question)}
            />
          ))}
        </ol>
        {current === null && (
          <div className="form-actions">
            <Button onClick={() => setDone(true)}>Publish the site...</Button>
          </div>
        )}
      </div>
      <FirstRunPreview page={page} host={loaded.site_host} />
      <PublishSiteDialog
        isOpen={isDone}
        rendered={page.rendered}
        summary={saved.summary}
        faults={faults}
        editor={editor}
        onShow={(question) => {
          setDone(false);
          setCurrent(question);
        }}
        onFinishLater={() => finishLater.run()}
        onClose={() => setDone(false)}
      />
    </div>
  );
}
