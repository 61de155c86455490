import { company } from '#src/config/site.ts';

/** A mail link to the company's support address with subject and body filled in, encoded for mail programs. */
export function toMailtoUrl(subject: string, lines: readonly string[] = []): string {
  const body = lines.length > 0 ? `&body=${encodeURIComponent(lines.join('\r\n'))}` : '';
  return `mailto:${company.email}?subject=${encodeURIComponent(subject)}${body}`;
}

export const phoneUrl = `tel:${company.phone.replaceAll(' ', '')}`;
export const smsUrl = `sms:${company.phone.replaceAll(' ', '')}`;
