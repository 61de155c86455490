/** Images that are drawn in the colours of the site. */
export const drawings = {
  none: 'None',
  hills: 'Hills and an opening frond',
  harbour: 'Harbour',
  book: 'From outline to book',
  thread: 'Twelve chapters and a thread',
  year: 'Tax year',
  chat: 'Chat',
} as const;
