/** Images that are drawn in the colours of the site, without styles of their own. */
export const plainDrawings = {
  none: 'None',
  harbour: 'Harbour',
  book: 'From outline to book',
  thread: 'Twelve chapters and a thread',
  year: 'Tax year',
  chat: 'Chat',
} as const;

const { none, ...others } = plainDrawings;
/** These, and the one of the home page. */
export const drawings = { none, hills: 'Hills and an opening frond', ...others } as const;
