type Props = { name: string };

/** The initials of a user. Their colour is derived from the name. */
export function Initials({ name }: Props) {
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

/** A user in a row: initials, then the name. */
export function Person({ name }: Props) {
  return (
    <span className="person">
      <Initials name={name} />
      <span>{name}</span>
    </span>
  );
}
