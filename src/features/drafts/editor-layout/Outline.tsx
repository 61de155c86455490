import type { TextFacts } from '#src/editor/text-facts.ts';

type Props = { headings: TextFacts['headings']; onJump: (index: number) => void };

/** Links to the headings of the text; shown where there is room beside the text. */
export function Outline({ headings, onJump }: Props) {
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav className="room-outline" aria-label="Outline">
      {headings.length > 0 && (
        <>
          <h2>Outline</h2>
          <ol>
            {headings.map(({ level, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a heading is the n-th of the text
              <li key={index} style={{ paddingInlineStart: `${(level - top) * 0.75}rem` }}>
                <button type="button" onClick={() => onJump(index)}>
                  {text || 'Empty heading'}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </nav>
  );
}
