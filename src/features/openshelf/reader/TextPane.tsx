import './reader.css';
import { useEffect, useMemo, useState } from 'react';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import type { PublicationTextJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { SafeLinks } from '#src/features/openshelf/SafeLinks.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { ChangesPane } from './ChangesPane.tsx';
import { ChapterChoice } from './ChapterChoice.tsx';
import { $passages } from './passages.ts';
import { $shownText } from './shown-text.ts';
import { ImagesButton } from './ImagesButton.tsx';
import { listQuotes } from './mark-passages.ts';
import { findEarlierVersion, isReadable } from './prefetch.ts';
import { type ReaderView, ReaderViews } from './ReaderViews.tsx';
import { TextError } from './TextError.tsx';
import { TextFrame } from './TextFrame.tsx';
import { useImages } from './use-images.ts';
import { useDiff, useText } from './use-text.ts';

const NO_IMAGES: PublicationTextJson['images'] = [];

type Props = { publication: PublicationDetailJson };
type PaneProps = Props & { /** The reviewer who reads. */ viewerId: number };

/** The text of a publication, what changed in it, and its description. */
export const TextPane = ({ publication, viewerId }: PaneProps) => (
  <Reader key={`${publication.id}/${publication.version_number}`} publication={publication} viewerId={viewerId} />
);

/** Opens on the differences when a reviewer has seen an earlier version. */
function Reader({ publication, viewerId }: PaneProps) {
  const { id, version_number: version, last_decided_version: lastDecided, ai_comments: aiComments } = publication;
  const earlierVersion = findEarlierVersion(publication);
  const [view, setView] = useState<ReaderView>(lastDecided === null ? 'text' : 'changes');
  const [target, setTarget] = useState<{ id: string } | null>(null);
  const hasText = isReadable(publication);
  const text = useText(hasText ? id : null, version);
  const images = useImages(id, version, text.value?.images ?? NO_IMAGES);
  const diff = useDiff(id, { from: earlierVersion, to: version });
  const quotes = useMemo(() => listQuotes(aiComments ?? ''), [aiComments]);
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
          changeCount={earlierVersion === null ? null : (diff.value?.change_count ?? 0)}
          changesTitle={`Since v${earlierVersion}`}
          onView={setView}
        />
        {view === 'text' && chapters.length > 1 && <ChapterChoice chapters={chapters} onChoose={show} />}
        {view === 'text' && <ImagesButton {...images} />}
        <SafeLinks publication={publication} />
      </div>
      {view === 'description' && <Description text={publication.description} />}
      {view === 'changes' && earlierVersion !== null && (
        <ChangesPane from={earlierVersion} diff={diff} viewerId={viewerId} asked={findAsked(publication)} />
      )}
      <div className="reader-text" hidden={view !== 'text'}>
        {!hasText && <NoText publication={publication} />}
        {hasText && text.isLoading && <Skeleton kind="line" count={12} />}
        {text.error !== null && <TextError message={text.error} isBusy={text.isRetrying} onRetry={text.retry} />}
        {text.value?.html && (
          <TextFrame
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

const Description = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
  <section className="reader-scroll" tabIndex={0} aria-label="Description">
    <p className="reader-leaf reader-description">{text}</p>
  </section>
);
