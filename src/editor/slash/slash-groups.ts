import type { EditorAction } from '#src/editor/actions.ts';

export const SLASH_GROUPS = ['Text', 'Lists', 'Media', 'Blocks'] as const;
type SlashGroup = (typeof SLASH_GROUPS)[number];

/** The group and the description of each action, by its label. */
const ENTRIES: Record<string, [group: SlashGroup, description: string]> = {
  Text: ['Text', 'A plain paragraph'],
  'Heading 1': ['Text', 'The largest heading'],
  'Heading 2': ['Text', 'A section'],
  'Heading 3': ['Text', 'A part of a section'],
  'Heading 4': ['Text', 'A smaller heading'],
  'Heading 5': ['Text', 'A smaller heading'],
  'Heading 6': ['Text', 'The smallest heading'],
  Quote: ['Text', 'Someone else’s words'],
  Highlight: ['Text', 'Highlighter'],
  Superscript: ['Text', 'Raised text'],
  Subscript: ['Text', 'Lowered text'],
  Key: ['Text', 'A key to press'],
  'Bulleted list': ['Lists', 'Points in any order'],
  'Numbered list': ['Lists', 'Steps in order'],
  'Task list': ['Lists', 'Items to tick off'],
  'Definition list': ['Lists', 'Terms and what they mean'],
  Image: ['Media', 'Upload an image'],
  Video: ['Media', 'Upload a video'],
  Table: ['Blocks', 'Rows and columns'],
  'Code block': ['Blocks', 'Code, in a fixed-width font'],
  Toggle: ['Blocks', 'Text that folds away'],
  Footnote: ['Blocks', 'A note at the end'],
  Divider: ['Blocks', 'A line across the page'],
};

export const getSlashGroup = ({ label }: EditorAction): SlashGroup => ENTRIES[label]?.[0] ?? 'Blocks';
export const getSlashDescription = ({ label }: EditorAction): string | undefined => ENTRIES[label]?.[1];

/** In the order of the groups; within a group the order stays. */
export const sortByGroup = (actions: readonly EditorAction[]): EditorAction[] =>
  SLASH_GROUPS.flatMap((group) => actions.filter((action) => getSlashGroup(action) === group));
