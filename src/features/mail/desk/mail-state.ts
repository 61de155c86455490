import { type EmailState, emailStates } from '#api/domain/email-states.ts';
import { type EmailKind, emailKinds } from '#api/domain/enums.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 20;

export const mailViews = [
  { view: 'emails', label: 'Emails' },
  { view: 'addresses', label: 'Suppressed addresses' },
] as const;
type MailView = (typeof mailViews)[number]['view'];

/** What the screen shows, all of it in the address. */
export type MailState = {
  view: MailView;
  status: EmailState | null;
  kind: EmailKind | null;
  search: string;
  /** From 1. */
  page: number;
  /** The id of the email that is open; null for none. */
  email: number | null;
};

export const DEFAULT_MAIL_STATE: MailState = {
  view: 'emails',
  status: null,
  kind: null,
  search: '',
  page: 1,
  email: null,
};

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseMailState(query: string): MailState {
  const params = new URLSearchParams(query);
  const readNumber = (name: string) => {
    const value = params.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
  };
  return {
    view: mailViews.find(({ view }) => view === params.get('view'))?.view ?? DEFAULT_MAIL_STATE.view,
    status: emailStates.find((state) => state === params.get('status')) ?? null,
    kind: emailKinds.find((kind) => kind === params.get('kind')) ?? null,
    search: (params.get('search') ?? '').slice(0, 200),
    page: Math.min(readNumber('page') ?? 1, 999_999),
    email: readNumber('email'),
  };
}

/** The address of a state; what is as it is at first is left out. */
export function toMailUrl({ view, status, kind, search, page, email }: MailState): string {
  const query = new URLSearchParams();
  if (view !== DEFAULT_MAIL_STATE.view) query.set('view', view);
  if (status) query.set('status', status);
  if (kind) query.set('kind', kind);
  if (search) query.set('search', search);
  if (page > 1) query.set('page', String(page));
  if (email !== null) query.set('email', String(email));
  return query.size > 0 ? `${paths.adminMail}?${query}` : paths.adminMail;
}
