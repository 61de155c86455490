import { useStore } from '@nanostores/react';
import { $passages } from './passages.ts';

/** Links to the passages that the AI quotes, as far as the text has them. */
export function PassageLinks({ publicationId }: { publicationId: number }) {
  const passages = useStore($passages);
  if (passages?.publicationId !== publicationId || passages.count === 0) return null;
  return (
    <p className="passage-links">
      {Array.from({ length: passages.count }, (_, at) => at + 1).map((number) => (
        <button key={number} type="button" className="link-button" onClick={() => passages.show(number)}>
          Passage {number}
        </button>
      ))}
    </p>
  );
}
