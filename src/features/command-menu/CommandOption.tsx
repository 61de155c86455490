import { PostThumb } from '#src/ui/covers/PostThumb.tsx';
import { MarkedText } from '#src/ui/content/MarkedText.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { Command } from './commands.ts';

type Props = {
  id: string;
  command: Command;
  query: string;
  isActive: boolean;
  onChoose: (isNewTab: boolean) => void;
};

export function CommandOption({ id, command, query, isActive, onChoose }: Props) {
  const { label, note, icon, cover, keys = [] } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    <div
      id={id}
      className="command-option"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
    >
      {cover ? (
        <PostThumb slug={cover.slug} coverUrl={cover.cover_url} categoryId={cover.main_category_id} />
      ) : (
        <Icon name={icon} />
      )}
      <span className="command-label">
        <MarkedText text={label} query={query} />
      </span>
      {note && <span className="command-note">{note}</span>}
      {keys.length > 0 && (
        <span aria-hidden="true">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}
