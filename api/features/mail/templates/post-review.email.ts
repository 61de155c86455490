import { z } from 'zod';
import { SAMPLE_NAME, type EmailTemplate, formatGreeting } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  event: z.enum(['submitted', 'submitted_more', 'returned', 'published', 'scheduled']),
  /** Who did it. */
  who: z.string().min(1),
  postId: z.number().int(),
  title: z.string().min(1),
  note: z.string(),
});
type Event = z.infer<typeof data>['event'];

const SENTENCES: Record<Event, (who: string, title: string) => string> = {
  submitted: (who, title) => `${who} submitted ‘${title}’ for review.`,
  submitted_more: (who, title) => `${who} submitted more posts for review, ‘${title}’ among them.`,
  returned: (who, title) => `${who} asks for changes of ‘${title}’ before it is published.`,
  published: (who, title) => `${who} published ‘${title}’.`,
  scheduled: (who, title) => `${who} scheduled ‘${title}’. It goes live by itself.`,
};

const SUBJECTS: Record<Event, string> = {
  submitted: 'A post is in review',
  submitted_more: 'More posts are in review',
  returned: 'Changes asked for',
  published: 'Your post is published',
  scheduled: 'Your post is scheduled',
};

/** To the editors when an author submits a post, and to the author when it comes back or is published. */
export const postReviewEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    event: 'submitted',
    who: 'Jo Pine',
    postId: 1,
    title: 'A day at the harbour',
    note: 'Is the second part clear?',
  }),
  create: ({ branding }, { firstName, event, who, postId, title, note }) => ({
    subject: event === 'submitted_more' ? SUBJECTS[event] : `${SUBJECTS[event]}: ${title}`,
    preview: SENTENCES[event](who, title),
    parts: [
      { text: formatGreeting(firstName) },
      { text: SENTENCES[event](who, title) },
      ...(note === '' ? [] : [{ text: `‘${note}’` }]),
      event === 'submitted_more'
        ? { label: 'Open the posts in review', href: `${branding.url}/blog-manager?status=in_review` }
        : { label: 'Open the post', href: `${branding.url}/edit-blog/${postId}` },
    ],
  }),
};
