import { type AuditArea, auditAreaLabels } from './audit-areas.ts';
import { type AuditAction, auditActions } from './enums.ts';
import { byChoice, byId, byText, defineList, oneOf } from './list-definition.ts';

/** A day of the company, as 2026-11-22. */
const DAY = { pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/ };

/** Who did what, newest first. */
export const auditList = defineList({
  perPage: 20,
  /** Names, addresses, titles, ids of Stripe and reasons of blacklistings. */
  search: { label: 'Search by name, email, title or reason', placeholder: 'Search' },
  filters: {
    area: oneOf<AuditArea>('Area', 'All areas', auditAreaLabels),
    action: byChoice<AuditAction>('Action', auditActions),
    /** A user who acted, or to whom or to whose things it was done. */
    person: byId('Person'),
    actorId: byId('By', { parameter: 'actor' }),
    /** As an entry has it: `user:12`. */
    subject: byText('About'),
    /** Days, both included. */
    from: byText('From', DAY),
    to: byText('To', DAY),
  },
  sort: {},
});
