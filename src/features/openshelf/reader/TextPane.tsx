import './reader.css';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import type { PublicationTextJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { SafeLinks } from '#src/features/openshelf/SafeLinks.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { formatCount } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import '#src/ui/navigation/tabs.css';
import { ChangesPane } from './ChangesPane.tsx';
import { $passages } from './passages.ts';
import { $shownText } from './shown-text.ts';
import { listQuotes } from './mark-passages.ts';
import { TextError } from './TextError.tsx';
import { TextFrame } from './TextFrame.tsx';
import { useImages } from './use-images.ts';
import { findEarlierVersion, isReadable, useDiff, useText } from './use-text.ts';

const NO_IMAGES: PublicationTextJson['images'] = [];

/** The part of the visible text that a step scrolls by: some lines stay in sight. */
const SCROLLED_PART = 0.85;

/** What the keys of a screen do with the reader. */
export type ReaderHandle = { scroll: (step: 1 | -1) => void; showNextView: () => void; toggleImages: () => void };
type Props = { publication: PublicationDetailJson };
type PaneProps = Props & { /** The reviewer who reads. */ viewerId: number; handleRef?: Ref<ReaderHandle> };

/** The text of a publication, what changed in it, and its description. */
export const TextPane = (props: PaneProps) => (
  <Reader key={`${props.publication.id}/${props.publication.version_number}`} {...props} />
);

/** Opens on the differences when a reviewer has seen an earlier version. */
function Reader({ publication, viewerId, handleRef }: PaneProps) {
  const { id, version_number: version, last_decided_version: lastDecided, ai_comments: aiComments } = publication;
  const earlierVersion = findEarlierVersion(publication);
  const [view, setView] = useState<ReaderView>(lastDecided === null ? 'text' : 'changes');
  const [target, setTarget] = useState<{ id: string } | null>(null);
  const hasText = isReadable(publication);
  const text = useText(hasText ? id : null, version);
  const images = useImages(id, version, text.value?.images ?? NO_IMAGES);
  const diff = useDiff(id, { from: earlierVersion, to: version });
  const quotes = useMemo(() => listQuotes(aiComments ?? ''), [aiComments]);
  const frame = useRef<HTMLIFrameElement>(null);
  const pane = useRef<HTMLElement>(null);
  useImperativeHandle(handleRef, () => ({
    scroll(step) {
      const scrolled = view === 'text' ? frame.current : pane.current;
      const top = step * (scrolled?.clientHeight ?? 0) * SCROLLED_PART;
      const target = view === 'text' ? frame.current?.contentWindow : pane.current;
      target?.scrollBy({ top });
    },
    showNextView() {
      const views = listViews(earlierVersion);
      setView(views[(views.indexOf(view) + 1) % views.length] ?? 'text');
    },
    toggleImages() {
      if (view === 'text') images.toggle();
    },
  }));
  const show = (anchor: string) => {
    setView('text');
    setTarget({ id: anchor });
  };
  useEffect(() => () => $passages.set(null), []);
  const isLoading = view === 'changes' ? diff.value === null && diff.error === null : hasText && text.isLoading;
  useEffect(() => {
    if (!isLoading) $shownText.set(id);
  }, [id, isLoading]);
  useEffect(() => () => $shownText.set(null), []);
  const chapters = text.value?.chapters ?? [];
  return (
    <>
      <div className="reader-bar">
        <ReaderViews
          view={view}
          views={listViews(earlierVersion)}
          changeCount={diff.value?.change_count ?? 0}
          changesTitle={`Since v${earlierVersion}`}
          onView={setView}
        />
        {view === 'text' && chapters.length > 1 && <ChapterChoice chapters={chapters} onChoose={show} />}
        {view === 'text' && <ImagesButton {...images} />}
        <SafeLinks publication={publication} />
      </div>
      {view === 'description' && <Description text={publication.description} paneRef={pane} />}
      {view === 'changes' && earlierVersion !== null && (
        <ChangesPane
          from={earlierVersion}
          diff={diff}
          viewerId={viewerId}
          asked={findAsked(publication)}
          paneRef={pane}
        />
      )}
      <div className="reader-text" hidden={view !== 'text'}>
        {!hasText && <NoText publication={publication} />}
        {hasText && text.isLoading && <Skeleton kind="line" count={12} />}
        {text.error !== null && <TextError message={text.error} isBusy={text.isRetrying} onRetry={text.retry} />}
        {text.value?.html && (
          <TextFrame
            frameRef={frame}
            text={text.value}
            quotes={quotes}
            target={target}
            imageStates={images.states}
            onShowImage={(number) => images.show([number])}
            onPassages={(count) => $passages.set({ publicationId: id, count, show: (n) => show(`passage-${n}`) })}
          />
        )}
      </div>
    </>
  );
}

/** The decision on the last version that a reviewer judged, when it was not an approval. */
function findAsked({ history, last_decided_version: version }: PublicationDetailJson) {
  const decision = history.findLast(
    ({ move, version_number: number, is_undone: isUndone }) =>
      number === version && !isUndone && ['approve', 'reject', 'request_changes'].includes(move),
  );
  return decision && decision.move !== 'approve' ? decision : null;
}

/** A work that is a file only, such as a PDF. */
const NoText = ({ publication }: Props) => (
  <EmptyState title="No text to show here" icon="file-text" action={<SafeLinks publication={publication} />}>
    <p>This work has no HTML or Markdown. Open its file in a new tab.</p>
  </EmptyState>
);

/** A first version has no changes. */
const listViews = (earlierVersion: number | null): ReaderView[] =>
  earlierVersion === null ? ['text', 'description'] : ['text', 'changes', 'description'];

const Description = ({ text, paneRef }: { text: string; paneRef: RefObject<HTMLElement | null> }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
  <section className="reader-scroll" ref={paneRef} tabIndex={0} aria-label="Description">
    <p className="reader-leaf reader-description">{text}</p>
  </section>
);

type ChapterChoiceProps = { chapters: PublicationTextJson['chapters']; onChoose: (id: string) => void };

/** Goes to a chapter of the text. */
function ChapterChoice({ chapters, onChoose }: ChapterChoiceProps) {
  const [chosen, setChosen] = useState(chapters[0]?.id ?? '');
  const topLevel = Math.min(...chapters.map(({ level }) => level));
  const choose = (id: string) => {
    setChosen(id);
    onChoose(id);
  };
  return (
    <span className="reader-chapters">
      <FilterSelect
        label="Section"
        isOrder
        options={chapters.map(({ id, title, level }) => ({
          value: id,
          label: `${'\u2003'.repeat(level - topLevel)}${title}`,
        }))}
        value={chosen}
        onChange={choose}
      />
    </span>
  );
}

type ImagesButtonProps = Pick<
  ReturnType<typeof useImages>,
  'available' | 'waiting' | 'failed' | 'isLoading' | 'toggle'
>;

/** Loads the images of the text, or hides them again; nothing for a text without any. */
function ImagesButton({ available, waiting, failed, isLoading, toggle }: ImagesButtonProps) {
  if (available.length === 0) return null;
  const retryLabel = failed.length > 0 ? `Retry ${formatCount(failed.length, 'image')}` : 'Hide images';
  const label = waiting.length > 0 ? `Show ${formatCount(waiting.length, 'image')}` : retryLabel;
  return (
    <Button
      variant="secondary"
      className="button-small reader-images"
      isBusy={isLoading}
      busyLabel="Loading images..."
      onClick={toggle}
    >
      {label}
    </Button>
  );
}

type ReaderView = 'text' | 'changes' | 'description';

type ReaderViewsProps = {
  view: ReaderView;
  /** Those that there are. */
  views: readonly ReaderView[];
  changeCount: number;
  changesTitle: string;
  onView: (view: ReaderView) => void;
};

/** What to read: the text, the changes, or the description. */
function ReaderViews({ view, views, changeCount, changesTitle, onView }: ReaderViewsProps) {
  const props = (own: ReaderView) => ({
    type: 'button' as const,
    'aria-pressed': view === own,
    onClick: () => onView(own),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="segments" role="group" aria-label="What to read">
      <button {...props('text')}>Text</button>
      {views.includes('changes') && (
        <button {...props('changes')} title={changesTitle}>
          Changes {changeCount > 0 && <span className="count">{changeCount}</span>}
        </button>
      )}
      <button {...props('description')}>Description</button>
    </div>
  );
}
