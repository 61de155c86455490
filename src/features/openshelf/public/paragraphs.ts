/** The paragraphs of a plain text: its lines, without the empty ones. */
export const toParagraphs = (text: string): string[] => text.split(/\n+/).filter((line) => line.trim());
