import type { Fragment } from './paste-corpus.ts';

const STYLE =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;';
const span = (text: string, style = '') => `<span style="${STYLE}${style}">${text}</span>`;
const p = (inner: string) => `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${inner}</p>`;
const li = (level: number, inner: string) =>
  `<li dir="ltr" style="list-style-type:disc;${STYLE}" aria-level="${level}"><p dir="ltr" style="line-height:1.38;" role="presentation">${inner}</p></li>`;

/** Pieces of what Google Docs puts on the clipboard. */
export const DOCS_FRAGMENTS: readonly Fragment[] = [
  [
    `<h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-weight:400;">Plan §</span></h1>`,
    '<h1>Plan §</h1>',
  ],
  [`<h3 dir="ltr"><span style="font-size:14pt;font-weight:700;">Steps §</span></h3>`, '<h3>Steps §</h3>'],
  [p(span('Plain § text.')), '<p>Plain § text.</p>'],
  [
    p(
      span('Some ') +
        span('bold §', 'font-weight:700;') +
        span(' and ') +
        span('italic', 'font-style:italic;') +
        span(' end'),
    ),
    '<p>Some <strong>bold §</strong> and <em>italic</em> end</p>',
  ],
  [p(span('both §', 'font-weight:700;font-style:italic;')), '<p><em><strong>both §</strong></em></p>'],
  [p(span('gone §', 'text-decoration:line-through;')), '<p><del>gone §</del></p>'],
  [
    p(span('E=mc') + span('<span style="font-size:0.6em;vertical-align:super;">2</span>') + span(' §')),
    '<p>E=mc<sup>2</sup> §</p>',
  ],
  [
    p(
      span('See ') +
        `<a href="https://x.example/§" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">this page</span></a>` +
        span('.'),
    ),
    '<p>See <a href="https://x.example/§">this page</a>.</p>',
  ],
  [
    p(`${span('Mail ')}<a href="mailto:a@x.example"><span>us</span></a>${span(' or http://plain.example/§')}`),
    '<p>Mail <a href="mailto:a@x.example">us</a> or <a href="http://plain.example/§">http://plain.example/§</a></p>',
  ],
  [
    `<ul style="margin-top:0;">${li(1, span('one §'))}${li(1, span('two'))}</ul>`,
    '<ul><li>one §</li><li>two</li></ul>',
  ],
  [
    `<ul>${li(1, span('outer §'))}<ul>${li(2, span('inner'))}<ul>${li(3, span('innermost'))}</ul></ul>${li(1, span('last'))}</ul>`,
    '<ul><li>outer §<ul><li>inner<ul><li>innermost</li></ul></li></ul></li><li>last</li></ul>',
  ],
  [
    `<ol>${li(1, span('first §'))}<ol>${li(2, span('a', 'font-weight:700;'))}</ol></ol>`,
    '<ol><li>first §<ol><li><strong>a</strong></li></ol></li></ol>',
  ],
  [
    `<ul><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none;"><img src="data:image/png;base64,x" alt=""><p dir="ltr" role="presentation">${span('done §')}</p></li><li role="checkbox" aria-checked="false"><p role="presentation">${span('open')}</p></li></ul>`,
    '<ul><li><input type="checkbox" checked> done §</li><li><input type="checkbox"> open</li></ul>',
  ],
  [
    `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100"><col width="90"></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;">${p(span('Name §', 'font-weight:700;'))}</td><td><p dir="ltr" style="line-height:1.2;text-align: right;">${span('Size')}</p></td></tr><tr><td>${p(span('b'))}</td><td>${p(span('c'))}${p(span('d'))}</td></tr></tbody></table></div>`,
    '<table><tbody><tr><td><strong>Name §</strong></td><td align="right">Size</td></tr><tr><td>b</td><td><p>c</p><p>d</p></td></tr></tbody></table>',
  ],
  [`${p(span('before §'))}<br>${p(span('after'))}`, '<p>before §</p><p>after</p>'],
  [p(`${span('line §')}<br>${span('next line')}`), '<p>line §<br />next line</p>'],
  ['<hr>', '<hr />'],
  [`<p dir="ltr">${span('Tab\there §\u00a0x')}</p>`, '<p>Tab here §\u00a0x</p>'],
];

export const DOCS_NOTES: Fragment = [
  `${p(`${span('Claim §')}<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>`)}<hr><div>${`<p><a href="#ftnt_ref1" id="ftnt1">[1]</a>${span(' Note §')}</p>`}</div>`,
  '<p>Claim §<sup><a href="#user-content-ftnt1" id="user-content-ftnt_ref1">[1]</a></sup></p><hr /><p><a href="#user-content-ftnt_ref1" id="user-content-ftnt1">[1]</a> Note §</p>',
];

export const wrapDocs = (html: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5f2b">${html}<br class="Apple-interchange-newline"></b>`;
