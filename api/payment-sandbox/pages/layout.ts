import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A whole page. Every one says first that no real money moves. */
export const layout = ({ title, body, isNarrow = false }: { title: string; body: Html; isNarrow?: boolean }): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Payment sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/styles.css" />
      </head>
      <body>
        <header class="sandbox-label">Payment sandbox: no real money moves</header>
        <main class="${isNarrow ? 'narrow' : ''}">${body}</main>
      </body>
    </html>`;

/** A page that only says something, with one way on. */
export const messagePage = ({
  title,
  text,
  link,
}: {
  title: string;
  text: string;
  link?: { href: string; label: string } | null;
}): Html =>
  layout({
    title,
    isNarrow: true,
    body: html`<div class="panel">
      <h1>${title}</h1>
      <p>${text}</p>
      ${link ? html`<p class="actions"><a class="button primary" href="${link.href}">${link.label}</a></p>` : ''}
    </div>`,
  });

export const notFoundPage = (): Html =>
  messagePage({
    title: 'Page not found',
    text: 'There is no such page in this sandbox. Its state may have been reset.',
    link: { href: '/', label: 'Sandbox overview' },
  });
