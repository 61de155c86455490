import { listPaidPlans } from '#api/domain/catalogue.ts';
import { formatBillingDate, formatCents } from '#api/domain/money.ts';
import { demoPalette, type Palette } from '#api/domain/brand-palette.ts';
import { region } from '#api/domain/region.ts';
import { z } from 'zod';

/** One email. All parts are plain text; only `renderLayout` creates HTML. */
export type EmailContent = {
  subject: string;
  /** Preview text beside the subject in a list of emails. */
  preview: string;
  parts: EmailBlock[];
};

/** `needsAccount`: left out of the email to somebody whose account is suspended. */
type EmailBlock =
  | { text: string }
  | { code: string }
  | { label: string; href: string }
  | { note: string; needsAccount?: boolean }
  | { rows: readonly { label: string; value: string }[] };

/** Whose email it is; without a palette it wears the demo's. */
export type EmailBranding = {
  name: string;
  url: string;
  palette?: Palette | undefined;
  /** Below every email, before the name of the site. */
  signature?: string | undefined;
  /** Who sells, as a receipt names it: legal name, registration and tax numbers; '' without such a number. */
  seller?: string | undefined;
};
/** What a template is rendered with; `toLink` makes the link to a waiting-list entry from its public id. */
export type EmailContext = {
  branding: EmailBranding;
  toLink(entry: string): string;
  /** The link that fills in the sign-up form until `expiresAt` (UTC ms). */
  toInvitationLink(entry: string, expiresAt: number): string;
  /** The link to pay an invoice without signing in. */
  toPayLink(invoiceId: string): string;
  /** Whoever gets the email can’t sign in: no part of it may ask for that. */
  isSuspended: boolean;
  /** The link to the PDF of an invoice, for one user, without signing in. */
  toInvoiceLink(invoiceId: string, userId: number): string;
  /** The day of a time (UTC ms) where the company is. */
  formatDay(at: number): string;
  /** The same with the time. */
  formatTime(at: number): string;
};

/** One kind of email. `createSample` makes data for the preview of all emails. */
export type EmailTemplate<Data extends z.ZodType = z.ZodType> = {
  data: Data;
  // A method: templates of all kinds are kept in one table.
  create(context: EmailContext, data: z.output<Data>): EmailContent;
  createSample(siteUrl: string): Record<string, unknown>;
};

/** The data of every email about a waiting-list entry. */
export const waitingListEmailData = z.object({
  productName: z.string().min(1),
  firstName: z.string().nullish(),
  /** The public id of the entry. */
  entry: z.string().min(1),
});

/** What the samples call the person who reads them. */
export const SAMPLE_NAME = 'Alex';

/** A plan that is sold. */
export function createPlanSample(): { productName: string; planName: string } {
  const plan = listPaidPlans()[0];
  return { productName: plan?.productName ?? '', planName: plan?.planName ?? '' };
}

export const createWaitingListSample = () => ({
  productName: createPlanSample().productName,
  firstName: SAMPLE_NAME,
  entry: 'sample',
});

const SAMPLE_CENTS = 1_000;
/** An amount of the samples, in the catalogue's currency. */
export const getSampleAmount = (cents = SAMPLE_CENTS) => formatCents(cents, region.currency);
/** The amount with the interval of a plan that is sold. */
export const getSamplePrice = (cents = SAMPLE_CENTS) =>
  `${getSampleAmount(cents)} per ${listPaidPlans()[0]?.prices[0]?.interval ?? 'month'}`;
/** A day such as '2026-12-14' in a sample. */
export const formatSampleDay = (day: string): string => formatBillingDate(Date.parse(day), 'UTC');

export type RenderedEmail = { subject: string; text: string; html: string };

const serif = "font-family:Fraunces,Georgia,'Times New Roman',serif";
const sans = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Inline styles are for mail clients that support nothing else; the style sheet adds the dark colours. */
const formatDarkStyles = (palette: Palette) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: ${palette.paperDark} !important; color: ${palette.inkDark} !important; }
  .sheet { background: ${palette.surfaceDark} !important; border-color: ${palette.hairlineDark} !important; }
  .name, .link { color: ${palette.pounamuDark} !important; }
  .code { background: ${palette.pounamuTintDark} !important; color: ${palette.inkDark} !important; }
  .button { background: ${palette.pounamuDark} !important; color: ${palette.onPounamuDark} !important; }
  .note { color: ${palette.mutedDark} !important; }
}`;

/** Renders the plain-text and the HTML form of an email, with the same content. @throws when a link leaves our site. */
export function renderLayout(branding: EmailBranding, letter: EmailContent): RenderedEmail {
  for (const part of letter.parts) if ('href' in part) requireOwnUrl(branding, part.href);
  const signature = [branding.signature, branding.name, branding.url].filter(Boolean);
  const blocks = letter.parts.map(toTextBlock);
  const text = `${blocks.join('\n\n')}\n\n-- \n${signature.join('\n')}\n`;
  return { subject: letter.subject, text, html: toHtml(branding, letter) };
}

function requireOwnUrl(branding: EmailBranding, href: string): void {
  if (!href.startsWith(`${branding.url}/`)) throw new Error('Emails may only link to our own site.');
}

function toTextBlock(part: EmailBlock): string {
  if ('code' in part) return part.code;
  if ('href' in part) return `${part.label}:\n${part.href}`;
  if ('rows' in part) return part.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return 'note' in part ? part.note : part.text;
}

function toHtmlBlock(part: EmailBlock, palette: Palette): string {
  if ('code' in part) {
    return `<p class="code" style="margin:0 0 24px;padding:16px;border-radius:12px;background:${palette.pounamuTint};text-align:center;font:600 32px/1.2 ui-monospace,Consolas,Menlo,monospace;letter-spacing:.24em">${escapeHtml(part.code)}</p>`;
  }
  if ('href' in part) {
    const href = escapeHtml(part.href);
    return [
      `<p style="margin:0 0 12px"><a class="button" href="${href}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:${palette.pounamu};color:${palette.onPounamu};font-weight:600;text-decoration:none">${escapeHtml(part.label)}</a></p>`,
      `<p class="note" style="margin:0 0 24px;color:${palette.muted};font-size:13px;line-height:1.5;word-break:break-all">${href}</p>`,
    ].join('\n');
  }
  if ('note' in part) {
    return `<p class="note" style="margin:0 0 16px;color:${palette.muted};font-size:14px;line-height:1.55">${escapeHtml(part.note)}</p>`;
  }
  if ('rows' in part) return toHtmlRows(part.rows);
  return `<p style="margin:0 0 20px">${escapeHtml(part.text)}</p>`;
}

function toHtmlRows(rows: readonly { label: string; value: string }[]): string {
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><td style="padding:4px 16px 4px 0">${escapeHtml(label)}</td><td style="padding:4px 0;text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" style="width:100%;margin:0 0 24px;border-collapse:collapse;font-size:14px;line-height:1.5">${cells.join('')}</table>`;
}

const toHtmlSignature = ({ signature, palette = demoPalette }: EmailBranding): string =>
  signature
    ? `<p class="note" style="margin:8px 0 16px;color:${palette.muted};font-size:14px;line-height:1.55">${escapeHtml(signature).replaceAll('\n', '<br>')}</p>\n`
    : '';

function toHtml(branding: EmailBranding, { subject, preview, parts }: EmailContent): string {
  const name = escapeHtml(branding.name);
  const url = escapeHtml(branding.url);
  const palette = branding.palette ?? demoPalette;
  return `<!doctype html>
<html lang="${region.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${formatDarkStyles(palette)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${palette.paper};color:${palette.ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div class="ground" style="padding:32px 16px;background:${palette.paper};color:${palette.ink};font-size:16px;line-height:1.6;${sans}">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px 28px 16px;border:1px solid ${palette.hairline};border-radius:20px;background:${palette.surface}">
<p class="name" style="margin:0 0 24px;color:${palette.pounamu};font-size:22px;font-weight:600;${serif}">${name}</p>
${parts.map((part) => toHtmlBlock(part, palette)).join('\n')}
${toHtmlSignature(branding)}</div>
<p class="note" style="max-width:520px;margin:20px auto 0;color:${palette.muted};font-size:13px;text-align:center"><a class="link" href="${url}/" style="color:${palette.pounamu}">${url}</a></p>
</div>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const NAME_MAX = 40;
/** Letters of any script, in at most four words. A dot may end an initial; one within a word would make an address. */
const NAME = /^[\p{L}\p{M}'’ʻ-]+\.?( [\p{L}\p{M}'’ʻ-]+\.?){0,3}$/u;
/** Letters that mail readers take for the dot or the slash of an address. */
const LOOKALIKES = /[\u0589\u06d4\u0701\u0702\u2024\u2044\u2215\u3002\uff0e\uff0f\uff61]/u;

/**
 * The greeting of a mail. Anyone can enter any name with any address, so what is not a plain name is left out: our mail
 * carries nobody's address, number or advertising.
 */
export function formatGreeting(firstName: string | null | undefined): string {
  const name = (firstName ?? '').normalize('NFC').trim().replace(/\s+/g, ' ');
  return name.length <= NAME_MAX && NAME.test(name) && !LOOKALIKES.test(name)
    ? `${region.salutation} ${name},`
    : `${region.salutation},`;
}
