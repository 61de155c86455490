import { type EmailState, emailStateLabels, emailStates } from './email-states.ts';
import { emailKinds } from './enums.ts';
import { byChoice, defineList, oneOf, viewsOf } from './list-definition.ts';

/** 'plan-changed' as 'Plan changed', 'sign-in-code' as 'Sign-in code'. */
export const formatEmailKind = (kind: string) =>
  (kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')).replace(/^Sign in /, 'Sign-in ');

const kindLabels = Object.fromEntries(emailKinds.map((kind) => [kind, formatEmailKind(kind)])) as Record<
  (typeof emailKinds)[number],
  string
>;

/** The outbox, newest first. */
export const emailList = defineList({
  perPage: 20,
  /** By part of the receiver's address. */
  search: { label: 'Search emails', placeholder: 'Search by address' },
  filters: { status: byChoice<EmailState>(null, emailStates), kind: oneOf('Kind', 'All kinds', kindLabels) },
  sort: {},
  views: viewsOf('status', emailStateLabels),
  opens: 'email',
});

/** The addresses that get no email except sign-in codes. */
export const suppressedAddressList = defineList({
  perPage: 20,
  search: { label: 'Search addresses' },
  filters: {},
  sort: {},
});
