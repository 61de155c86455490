const MAX_LENGTH = 100;

/** The first 100 characters of a description; an ellipsis where it goes on. */
export function shortenDescription(description: string): string {
  const characters = Array.from(description);
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}...` : description;
}
