/** A user in a row: initials, then the name. */
export function Person({ name }: { name: string }) {
  return (
    <span className="person">
      <Initials name={name} />
      <span>{name}</span>
    </span>
  );
}

/** The initials of a user, in a colour that is derived from the name; the name itself stands elsewhere. */
export function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '')
    .join('');
  const tone = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 4;
  return (
    <span className={`person-initials tone-${tone}`} aria-hidden="true">
      {initials}
    </span>
  );
}
