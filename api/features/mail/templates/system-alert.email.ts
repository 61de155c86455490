import { z } from 'zod';
import { alertKinds, alerts, alertStates } from '#api/domain/alerts.ts';
import { type EmailContext, type EmailTemplate, formatGreeting, SAMPLE_NAME } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  alert: z.enum(alertKinds),
  state: z.enum(alertStates),
  /** Since when it fails (UTC ms). */
  since: z.number().int(),
  /** Why, as a sentence, where it is known. */
  reason: z.string().nullable(),
});

/** To those who run the site: what must not wait until someone happens to look. */
export const systemAlertEmail = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    alert: 'backups',
    state: 'begun',
    since: Date.parse('2026-11-24T08:15:00Z'),
    reason: 'There isn’t enough space for a backup: it needs 120 MB for a moment.',
  }),
  create: (
    { branding, formatTime }: Pick<EmailContext, 'branding' | 'formatTime'>,
    { firstName, alert, state, since, reason }: z.output<typeof data>,
  ) => {
    const { subject, meaning, remedy, link } = alerts[alert];
    const greeting = { text: formatGreeting(firstName) };
    const button = { label: link.label, href: `${branding.url}${link.path}` };
    if (state === 'over') {
      return {
        subject: `Over: ${subject}`,
        preview: 'It works again.',
        parts: [greeting, { text: `It works again. It failed since ${formatTime(since)}.` }, button],
      };
    }
    const begun = state === 'begun' ? 'Since' : 'Still, since';
    return {
      subject: state === 'begun' ? subject : `Still: ${subject}`,
      preview: meaning,
      parts: [
        greeting,
        { text: `${begun} ${formatTime(since)}. ${meaning}` },
        ...(reason === null ? [] : [{ text: reason }]),
        { text: remedy },
        button,
        {
          note: 'You get this email because you run this site. There’s one reminder a day, and one email when it’s over.',
        },
      ],
    };
  },
} satisfies EmailTemplate<typeof data>;
