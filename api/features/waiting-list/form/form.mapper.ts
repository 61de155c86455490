import { demoPalette, type Palette } from '#api/domain/brand-palette.ts';
import { region } from '#api/domain/region.ts';
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { AppError } from '#api/http/errors.ts';
import { INTENT_MAX_LENGTH } from '#api/features/waiting-list/waiting-list.contract.ts';

/** The values of the form, as text. */
export type FormValues = Record<
  'email' | 'firstName' | 'lastName' | 'intent' | 'productId' | 'website' | 'proofOfWork',
  string
>;

/** This page is not part of the build, so it has its own few styles. */
const formatStyle = (palette: Palette) => `
:root{color-scheme:light dark;--paper:light-dark(${palette.paper},${palette.paperDark});--ink:light-dark(${palette.ink},${palette.inkDark});--muted:light-dark(${palette.muted},${palette.mutedDark});--surface:light-dark(${palette.surface},${palette.surfaceDark});--control:light-dark(${palette.control},${palette.controlDark});--action:light-dark(${palette.pounamu},${palette.pounamuDark});--on-action:light-dark(${palette.onPounamu},${palette.onPounamuDark});--danger:light-dark(${palette.red},${palette.redDark});--danger-tint:light-dark(${palette.redTint},${palette.redTintDark})}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 1.0625rem/1.6 Inter,system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:34rem;margin-inline:auto;padding:2.5rem 1.25rem 4.5rem;display:grid;gap:1.5rem}
h1{font:560 2rem/1.15 Fraunces,ui-serif,Georgia,serif;letter-spacing:-.015em}
a{color:var(--action)}
form{display:grid;gap:1.25rem;justify-items:start}
.field{display:grid;gap:.375rem;width:100%}
label{font-weight:600}
label span,.small{color:var(--muted);font-weight:400;font-size:.9375rem}
input,textarea{font:inherit;color:inherit;width:100%;padding:.625rem .75rem;border:1px solid var(--control);border-radius:.375rem;background:var(--surface)}
[aria-invalid]{border-color:var(--danger)}
:focus-visible{outline:3px solid var(--action);outline-offset:2px}
.field-error{color:var(--danger);font-size:.9375rem}
.form-error{padding:.75rem 1rem;border-left:4px solid var(--danger);background:var(--danger-tint);border-radius:.375rem}
button{font:600 .9375rem/1.25 Inter,system-ui,sans-serif;min-height:2.875rem;padding:.5rem 1.25rem;border:0;border-radius:99rem;background:var(--action);color:var(--on-action);cursor:pointer}
`;

type FormErrorPage = {
  values: FormValues;
  failure: AppError;
  listPath: string;
  siteName: string;
  palette?: Palette | undefined;
};

/**
 * The form with its values and an error message, for browsers without scripts; and the CSP of the page: its own styles,
 * and a form to this site.
 */
export function renderFormErrorPage({ values, failure, listPath, siteName, palette = demoPalette }: FormErrorPage) {
  const style = formatStyle(palette);
  // Built apart: a space more inside would change the hash.
  const styleElement = raw(`<style>${style}</style>`);
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  const getIssue = (name: string) => failure.issues?.find((issue) => issue.path === name)?.message;
  const field = (
    name: keyof FormValues,
    label: string,
    isOptional: boolean,
    control: (attributes: unknown) => unknown,
  ) => {
    const issue = getIssue(name);
    const attributes = issue ? html`aria-invalid="true" aria-describedby="${name}-error"` : '';
    return html`<div class="field">
      <label for="${name}">${label}${isOptional ? html` <span>(optional)</span>` : ''}</label>
      ${control(attributes)} ${issue ? html`<p class="field-error" id="${name}-error">${issue}</p>` : ''}
    </div>`;
  };
  const renderInput = (name: keyof FormValues, label: string, isOptional: boolean, autocomplete: string) =>
    field(
      name,
      label,
      isOptional,
      (attributes) =>
        html`<input
          id="${name}"
          name="${name}"
          value="${values[name]}"
          autocomplete="${autocomplete}"
          ${attributes}
        />`,
    );

  const body = html`<!doctype html>
    <html lang="${region.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>You haven&rsquo;t joined yet &ndash; ${siteName}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <p><a href="/">${siteName}</a></p>
          <h1>You haven&rsquo;t joined yet</h1>
          <p class="form-error" role="alert">${failure.message}</p>
          <p>Everything you typed is still here.</p>
          <form method="post" action="/api/waitinglist/form">
            ${renderInput('email', 'Email address', false, 'email')}
            ${renderInput('firstName', 'First name', true, 'given-name')}
            ${renderInput('lastName', 'Last name', true, 'family-name')}
            ${field(
              'intent',
              'How do you plan to use it?',
              true,
              (attributes) =>
                // A browser drops the first line break of a text area, so one is given away.
                html`<textarea id="intent" name="intent" rows="4" maxlength="${INTENT_MAX_LENGTH}" ${attributes}>
${values.intent}</textarea>`,
            )}
            <input type="hidden" name="productId" value="${values.productId}" />
            <input type="hidden" name="proofOfWork" value="${failure.proofOfWork?.challenge ?? values.proofOfWork}" />
            <button>Join the waiting list</button>
          </form>
          <p class="small"><a href="${listPath}">Back to the waiting list page</a></p>
        </main>
      </body>
    </html>`;
  return { body, policy };
}
