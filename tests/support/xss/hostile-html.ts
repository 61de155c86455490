import { createSeededRandom, type Random } from '../random/seeded-random.ts';

// HTML that tries to run a script: known attacks on sanitisers and browsers, recombined by a grammar. Every payload calls
// `top.canary(<number of the case>)`, which shows the test which cases ran.

/** Generates hostile HTML, the same for the same seed. */
export function generateHostileHtml(seed: number, count: number): string[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: count }, (_, id) => generateCase(random, id));
}

type Generator = (random: Random, id: number) => string;

/** Half of the payloads run without user input: they show best what a wrapper lets through. */
const generatePayload: Generator = (random, id) =>
  (random.oneIn(2) ? generateSelfRunning : random.pick(CORES))(random, id);

function generateCase(random: Random, id: number): string {
  let html = generatePayload(random, id);
  for (let depth = random.below(4); depth > 0; depth -= 1) html = wrap(random, id, html);
  if (random.oneIn(3)) html += generatePayload(random, id);
  if (random.oneIn(5)) html = mutate(random, html);
  return html;
}

/** Statements without a quote or a less-than sign, so that they fit everywhere. */
const SCRIPTS: Generator[] = [
  (_, id) => `top.canary(${id})`,
  (_, id) => `top.canary\`${id}\``,
  (_, id) => `parent.canary(${id})`,
  (_, id) => `setTimeout(()=>top.canary(${id}))`,
  (_, id) => `eval(\`top.canary(${id})\`)`,
  (_, id) => `Function(\`top.canary(${id})\`)()`,
  (_, id) => `top[\`canary\`](${id})`,
  (_, id) => `[${id}].forEach(top.canary)`,
];
const script: Generator = (random, id) => random.pick(SCRIPTS)(random, id);

const toEntities = (text: string, random: Random) =>
  Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return random.pick([character, `&#${code};`, `&#x${code.toString(16)};`, `&#x0${code.toString(16)};`]);
  }).join('');
const mixCase = (text: string, random: Random) =>
  Array.from(text, (letter) => (random.oneIn(2) ? letter.toUpperCase() : letter)).join('');

/** A statement as the value of an attribute. */
const quoted: Generator = (random, id) => {
  const code = script(random, id);
  const text = random.oneIn(3) ? toEntities(code, random) : code;
  return random.pick([`"${text}"`, `'${text}'`, `"${text}"`, text.replaceAll(' ', '')]);
};

const SPACES = [' ', ' ', '/', '\t', '\n', '\f', '  ', '/ /', '\r\n'];
const AUTOMATIC_EVENTS = [
  'onload',
  'onerror',
  'onbegin',
  'onfocus',
  'ontoggle',
  'onloadstart',
  'onstart',
  'onpageshow',
];
const INPUT_EVENTS = [
  'onclick',
  'onmouseover',
  'onpointerenter',
  'onfocusin',
  'onkeydown',
  'onscroll',
  'onwheel',
  'oncopy',
];
const handler: Generator = (random, id) => {
  const name = mixCase(random.pick([...AUTOMATIC_EVENTS, ...AUTOMATIC_EVENTS, ...INPUT_EVENTS]), random);
  return `${random.pick(SPACES)}${name}${random.pick(['=', '=', ' = ', '\n='])}${quoted(random, id)}`;
};

const SCHEMES = ['javascript:', 'java\tscript:', 'java\nscript:', '\u0001javascript:', ' javascript:', 'javascript\n:'];
const scriptUrl: Generator = (random, id) => {
  const scheme = random.pick([...SCHEMES, 'javascript&colon;', '&#106;avascript:', 'javascript&#58;', 'vbscript:']);
  return `${random.oneIn(2) ? mixCase(scheme, random) : scheme}${random.pick(['', '//%0a', 'void 0;'])}${script(random, id)}`;
};
const DOCUMENTS: Generator[] = [
  (random, id) => `data:text/html,&lt;script&gt;${script(random, id)}&lt;/script&gt;`,
  (_, id) => `data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' onload='top.canary(${id})'/&gt;`,
  () => '//evil.example/x',
  () => '/\\evil.example/x',
  () => 'https:evil.example/x',
  () => 'blob:https://evil.example/x',
];
const url: Generator = (random, id) => (random.oneIn(3) ? random.pick(DOCUMENTS) : scriptUrl)(random, id);

/** An element whose script runs as soon as it is inserted. */
const generateSelfRunning: Generator = (random, id) =>
  random.pick<Generator>([
    (r, n) => `<img src=x:x onerror=${quoted(r, n)}>`,
    (r, n) => `<img src=x:x onerror=${quoted(r, n)}>`,
    (r, n) => `<svg onload=${quoted(r, n)}>`,
    (r, n) => `<script>${script(r, n)}</script>`,
    (r, n) => `<input autofocus onfocus=${quoted(r, n)}>`,
    (r, n) => `<details open ontoggle=${quoted(r, n)}>`,
    (r, n) => `<video src=x:x onerror=${quoted(r, n)}></video>`,
  ])(random, id);

const ELEMENTS =
  'img svg video audio body iframe details input a p div table td code marquee select math h2 li x-y'.split(' ');
const CORES: Generator[] = [
  (random, id) =>
    `<${mixCase('script', random)}${random.pick(['', ' src', '/x', '\n'])}>${script(random, id)}</script >`,
  (random, id) => `<scr<script>ipt>${script(random, id)}</scr</script>ipt>`,
  (random, id) => `<${random.pick(ELEMENTS)}${random.pick(SPACES)}src=x:x${handler(random, id)}>x`,
  (random, id) => `<${random.pick(ELEMENTS)}${handler(random, id)}${handler(random, id)} autofocus tabindex=1 open>x`,
  (random, id) => `<a href="${url(random, id)}"${handler(random, id)}>x</a>`,
  (random, id) => `<a href='${scriptUrl(random, id)}'>x</a>`,
  (random, id) =>
    `<img src="${url(random, id)}" srcset="${url(random, id)} 1x" alt="${generateSelfRunning(random, id)}">`,
  (random, id) => `<video src="${url(random, id)}" poster="${url(random, id)}"><source${handler(random, id)}></video>`,
  (random, id) => `<iframe src="${url(random, id)}"></iframe>`,
  (random, id) => `<iframe srcdoc="${generateSelfRunning(random, id).replaceAll('"', '&quot;')}"></iframe>`,
  (random, id) => `<iframe srcdoc='&lt;script&gt;${script(random, id)}&lt;/script&gt;'></iframe>`,
  (random, id) => `<object data="${url(random, id)}"></object><embed src="${url(random, id)}">`,
  (random, id) => `<form action="${url(random, id)}"><button formaction="${scriptUrl(random, id)}">x</button></form>`,
  (random, id) => `<base href="${url(random, id)}"><script src=x></script>`,
  (random, id) => `<meta http-equiv=refresh content="0;url=${url(random, id)}">`,
  (random, id) => `<link rel=stylesheet href="${url(random, id)}"${handler(random, id)}>`,
  (random, id) => `<style>@import "${url(random, id)}";p{width:expression(${script(random, id)})}</style>`,
  (random, id) => `<p style="background:url(${url(random, id)});width:expression(${script(random, id)})">x</p>`,
  (random, id) =>
    `<svg><animate${handler(random, id)} attributeName=x dur=1s><a xlink:href="${url(random, id)}">x</a></svg>`,
  (random, id) =>
    `<svg><use href="${url(random, id)}"/><set attributeName=onmouseover to="${script(random, id)}"/></svg>`,
  (random, id) => `<svg><script>${script(random, id)}</script><script href="${url(random, id)}"/></svg>`,
  (random, id) =>
    `<math href="${scriptUrl(random, id)}">x</math><math><mi xlink:href="${url(random, id)}">x</mi></math>`,
  (random, id) => `<x contenteditable${handler(random, id)}>x</x><xss id=x tabindex=1${handler(random, id)}></xss>`,
  (random, id) => `<body${handler(random, id)}><frameset${handler(random, id)}>`,
  (random, id) =>
    `<code class="language-x ${generateSelfRunning(random, id)}">x</code><h2 id="${generateSelfRunning(random, id)}">x</h2>`,
];

/** Contexts that parsers treat differently: text for one may be an element for another. */
const WRAPPERS: ((html: string, random: Random, id: number) => string)[] = [
  (html) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${escapeQuotes(html)}">`,
  (html) => `<math><mtext><table><mglyph><style><math>${html}</style></math>`,
  (html) => `<form><math><mtext></form><form><mglyph><style></math>${html}`,
  (html) => `<svg></p><style><a id="</style>${html}">`,
  (html) => `<svg><style><a title="</style>${escapeQuotes(html)}"></style></svg>`,
  (html) => `<svg><foreignObject><p><style>${html}</style></p></foreignObject></svg>`,
  (html) => `<svg><desc><table><td>${html}</desc></svg>`,
  (html) => `<svg><title><a title="</title>${escapeQuotes(html)}">`,
  (html) => `<math><annotation-xml encoding="text/html"><style>${html}</style></annotation-xml></math>`,
  (html) => `<math><annotation-xml encoding="text/html">${html}</annotation-xml></math>`,
  (html) => `<noscript><p title="</noscript>${escapeQuotes(html)}">`,
  (html) => `<noscript><style></noscript>${html}</style>`,
  (html) => `<textarea><p title="</textarea>${escapeQuotes(html)}">`,
  (html) => `<title><p title="</title>${escapeQuotes(html)}">`,
  (html) => `<xmp><p title="</xmp>${escapeQuotes(html)}">`,
  (html) => `<iframe><p title="</iframe>${escapeQuotes(html)}">`,
  (html) => `<noembed><p title="</noembed>${escapeQuotes(html)}">`,
  (html) => `<noframes><p title="</noframes>${escapeQuotes(html)}">`,
  (html) => `<select><template>${html}</template></select>`,
  (html) => `<template>${html}</template>${html}`,
  (html) => `<template shadowrootmode=open>${html}</template>`,
  (html) => `<div><template shadowrootmode=open>${html}</template></div>`,
  (html) => `<!-->${html}-->`,
  (html) => `<!--->${html}-->`,
  (html) => `<!-- --!>${html}-->`,
  (html) => `<!--[if gte IE 4]>${html}<![endif]-->`,
  (html) => `<![CDATA[>${html}]]>`,
  (html) => `<svg><![CDATA[</svg>${html}]]>`,
  (html) => `<?xml ${html}?>${html}`,
  (html) => `<!DOCTYPE x [<!ENTITY x "${html}">]>&x;`,
  (html) => `</x ${html}>`,
  (html) => `<p title="${html}">`,
  (html) => `<p title='${html}'>`,
  (html) => `<a title=\`${html}\`>`,
  (html) => `<p title="a" "${html}">`,
  (html) => `<img alt="<p title='" src="'>${html}">`,
  (html) => `<table><caption>${html}<tr><table>${html}`,
  (html) => `<table><colgroup>${html}<td>${html}</table>`,
  (html) => `<p><ul><li><a href="/"><a href="/">${html}</p></ul>`,
  (html) => `<b><p><i></b>${html}<u></p></i>`,
  (html) => `<h1><h2>${html}</h1></h2>`,
  (html) => `<button><p><button>${html}`,
  (html) => `<pre>\n${html}</pre><code>${html.replaceAll('<', '&lt;')}</code>`,
  (html) => html.replaceAll('<', '&lt;').replaceAll('>', '&gt;') + html,
  (html) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  (html) => `<figure><figcaption>${html}</figure>`,
  (html) => `<frameset>${html}</frameset>`,
  (html, random) => `${'<blockquote>'.repeat(random.below(40))}${html}`,
  (html, random) => `${'<font><p>'.repeat(random.below(12))}${html}`,
  (html, random) => `<${random.pick(ELEMENTS)}>${html}</${random.pick(ELEMENTS)}>`,
  (html, random, id) => `${html}<a href="#"${handler(random, id)}>${html}`,
];

const escapeQuotes = (html: string) => html.replaceAll('"', '&quot;');
const wrap = (random: Random, id: number, html: string) => random.pick(WRAPPERS)(html, random, id);

const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '=',
  '/',
  '`',
  '&',
  ';',
  '!',
  '--',
  ']]>',
  '\u0000',
  '\ufeff',
  '\u2028',
  '<p',
  '</',
  '<!',
];

/** Truncates, repeats or inserts fragments, so that part of an attribute may become an element. */
function mutate(random: Random, html: string): string {
  const at = random.below(html.length + 1);
  const to = Math.min(html.length, at + random.below(6));
  return random.pick([
    html.slice(0, at),
    html.slice(0, at) + html.slice(to),
    html.slice(0, at) + random.pick(PIECES) + html.slice(at),
    html.slice(0, to) + html.slice(at),
    html.slice(at) + html.slice(0, at),
  ]);
}
