import { type EmailState, emailStates } from '#api/domain/email-states.ts';
import { type EmailKind, emailKinds } from '#api/domain/enums.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
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
  const { readText, readOption, readNumber, readPage } = readListQuery(query);
  return {
    view: mailViews.find(({ view }) => view === readText('view'))?.view ?? DEFAULT_MAIL_STATE.view,
    status: readOption('status', emailStates),
    kind: readOption('kind', emailKinds),
    search: readText('search'),
    page: readPage(),
    email: readNumber('email'),
  };
}

/** The address of a state; what is as it is at first is left out. */
export const toMailUrl = ({ view, status, kind, search, page, email }: MailState): string =>
  toListAddress(paths.adminMail, {
    view: view !== DEFAULT_MAIL_STATE.view && view,
    status,
    kind,
    search,
    page: page > 1 && page,
    email,
  });
