import { useState } from 'react';
import type { PublicationTextJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';

type Props = { chapters: PublicationTextJson['chapters']; onChoose: (id: string) => void };

/** Goes to a chapter of the text. */
export function ChapterChoice({ chapters, onChoose }: Props) {
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
