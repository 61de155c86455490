import '#src/ui/navigation/tabs.css';

export type ReaderView = 'text' | 'changes' | 'description';

type Props = {
  view: ReaderView;
  /** Those that there are. */
  views: readonly ReaderView[];
  changeCount: number;
  changesTitle: string;
  onView: (view: ReaderView) => void;
};

/** What to read: the text, the changes, or the description. */
export function ReaderViews({ view, views, changeCount, changesTitle, onView }: Props) {
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
