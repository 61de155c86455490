import { z } from 'zod';
import { type Bundle, bundles, userRoles } from '#api/domain/permissions.ts';
import { bundleLabels, dropContained, hasBundle, roleWords } from '#api/domain/role-words.ts';
import { SAMPLE_NAME, type EmailTemplate, formatGreeting } from './layout.email.ts';

const data = z.object({ firstName: z.string().nullish(), before: z.enum(userRoles), after: z.enum(userRoles) });

const toLowerStart = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const accountRoleChangedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({ firstName: SAMPLE_NAME, before: 'user', after: 'editor' }),
  create: ({ branding }, { firstName, before, after }) => {
    const tasks = dropContained((Object.keys(bundles) as Bundle[]).filter((bundle) => hasBundle(after, bundle)));
    const isStaff = tasks.length > 0;
    const start = isStaff
      ? `You are ${roleWords[after].inSentence} of ${branding.name} now.`
      : `You are no longer ${roleWords[before].inSentence} of ${branding.name}, so you can’t open its admin pages any more. Your own account and plans are as before.`;
    return {
      subject: `Your role at ${branding.name} was changed`,
      preview: isStaff ? start : `You are no longer ${roleWords[before].inSentence}.`,
      parts: [
        { text: formatGreeting(firstName) },
        { text: start },
        ...(isStaff
          ? [{ text: `Your work there: ${tasks.map((task) => toLowerStart(bundleLabels[task])).join('; ')}.` }]
          : []),
        { text: 'If you didn’t expect this, tell us straight away.' },
        isStaff
          ? { label: 'Open admin', href: `${branding.url}/admin` }
          : { label: 'Contact us', href: `${branding.url}/company/contact` },
      ],
    };
  },
};
