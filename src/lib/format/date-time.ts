const format = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short' });

/** In the time zone of the reader: '21 Nov 2026, 3:04 pm'. */
export const formatDateTime = (iso: string) => format.format(new Date(iso));
