/** A user in a row: initials, then the name. The colour of the initials is derived from the name. */
export function Person({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '')
    .join('');
  const tone = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 4;
  return (
    <span className="person">
      <span className={`person-initials tone-${tone}`} aria-hidden="true">
        {initials}
      </span>
      <span>{name}</span>
    </span>
  );
}
