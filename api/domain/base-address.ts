/** Domains where everybody can have an address: refusing one would refuse strangers. */
const SHARED_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'icloud.com',
  'me.com',
  'aol.com',
  'gmx.com',
  'gmx.de',
  'web.de',
  'mail.com',
  'proton.me',
  'protonmail.com',
  'fastmail.com',
  'zoho.com',
  'xtra.co.nz',
  'qq.com',
  '163.com',
  'mail.ru',
  'yandex.ru',
];

/** 'mere@example.com' for 'mere+1@example.com': most providers deliver both to one mailbox. */
export function toBaseAddress(email: string): string {
  const [local = '', domain = ''] = splitAddress(email);
  const plus = local.indexOf('+');
  return `${plus > 0 ? local.slice(0, plus) : local}@${domain}`;
}

export const getDomain = (email: string): string => splitAddress(email)[1] ?? '';

export const isSharedDomain = (domain: string): boolean => SHARED_DOMAINS.includes(domain);

function splitAddress(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at), email.slice(at + 1)];
}
