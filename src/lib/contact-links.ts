import { getSiteFacts } from '#api/domain/site-facts.ts';

/** A mail link to the company's support address with subject and body filled in, encoded for mail programs. */
export function toMailtoUrl(subject: string, lines: readonly string[] = []): string {
  const body = lines.length > 0 ? `&body=${encodeURIComponent(lines.join('\r\n'))}` : '';
  return `mailto:${getSiteFacts().email}?subject=${encodeURIComponent(subject)}${body}`;
}

export const getPhoneUrl = (): string => `tel:${getSiteFacts().phone.replaceAll(' ', '')}`;
export const getSmsUrl = (): string => `sms:${getSiteFacts().phone.replaceAll(' ', '')}`;
