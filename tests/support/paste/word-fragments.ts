import type { Fragment } from './paste-corpus.ts';

const item = (level: number, mark: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

/** Pieces of what Word puts on the clipboard. */
export const WORD_FRAGMENTS: readonly Fragment[] = [
  ['<p class=MsoTitle><span lang=EN-NZ>Report §<o:p></o:p></span></p>', '<h1>Report §</h1>'],
  ['<h2 style="mso-list:none"><span lang=EN-NZ style="color:#1F3763">Part §<o:p></o:p></span></h2>', '<h2>Part §</h2>'],
  [
    '<p class=MsoNormal><span lang=EN-NZ>Plain text § with <b>bold</b>, <i style="mso-bidi-font-style:normal">italic</i>, <s>gone</s> and <u>line</u>.<o:p></o:p></span></p>',
    '<p>Plain text § with <strong>bold</strong>, <em>italic</em>, <del>gone</del> and line.</p>',
  ],
  [
    "<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span style='font-size:14.0pt;line-height:107%'>Bold §</span></b><span class=GramE> tail</span></p>",
    '<p><strong>Bold §</strong> tail</p>',
  ],
  [
    '<p class=MsoNormal>A <a href="http://x.example/§?a=1&amp;b=2"><span style=\'color:blue\'>plain link</span></a>, <a href="mailto:a@x.example">mail</a>, <a href="tel:+6491234567">phone</a></p>',
    '<p>A <a href="http://x.example/§?a=1&amp;b=2">plain link</a>, <a href="mailto:a@x.example">mail</a>, <a href="tel:+6491234567">phone</a></p>',
  ],
  [
    [item(1, '·', 'one §'), item(2, 'o', 'two'), item(2, 'o', 'three'), item(1, '·', 'four')].join('\n'),
    '<ul><li>one §<ul><li>two</li><li>three</li></ul></li><li>four</li></ul>',
  ],
  [
    [item(1, '1.', 'first §'), item(1, '2.', 'second'), item(2, 'a.', 'deep')].join('\n'),
    '<ol><li>first §</li><li>second<ol><li>deep</li></ol></li></ol>',
  ],
  [
    "<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=300 valign=top style='width:225.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>Name §</b><o:p></o:p></p></td><td width=301><p class=MsoNormal align=right style='text-align:right'>12<o:p></o:p></p></td></tr></table>",
    '<table><tbody><tr><td><strong>Name §</strong></td><td align="right">12</td></tr></tbody></table>',
  ],
  [
    '<table border=0><thead><tr><td colspan=2><p class=MsoNormal>Head §</p></td></tr></thead><tr><td><p class=MsoNormal>a</p><p class=MsoNormal>b</p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr></table>',
    '<table><thead><tr><td colspan="2">Head §</td></tr></thead><tbody><tr><td><p>a</p><p>b</p></td><td>\u00a0</td></tr></tbody></table>',
  ],
  ['<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>After the gap §</p>', '<p>After the gap §</p>'],
  ['<p class=MsoQuote>Said §<o:p></o:p></p>', '<blockquote><p>Said §</p></blockquote>'],
  [
    '<p class=MsoNormal>x<sup>2</sup> and H<sub>2</sub>O <span style="vertical-align:super">nd</span> §</p>',
    '<p>x<sup>2</sup> and H<sub>2</sub>O <sup>nd</sup> §</p>',
  ],
  [
    "<p class=MsoNormal><span style='background:yellow;mso-highlight:yellow'>marked §</span> not</p>",
    '<p><mark>marked §</mark> not</p>',
  ],
  [
    "<p class=MsoNormal>Line one §<br>line two</p><span style='font-size:11.0pt'><br clear=all style='page-break-before:always'></span>",
    '<p>Line one §<br />line two</p>',
  ],
  [
    "<!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--><p class=MsoNormal style='margin-bottom:0cm'><!--StartFragment-->Inside §<!--EndFragment--></p>",
    '<p>Inside §</p>',
  ],
  [
    '<p class=MsoNormal><del cite="mailto:a" datetime="2026">old §</del><ins cite="mailto:a">new §</ins></p>',
    '<p><del>old §</del>new §</p>',
  ],
];

/** Word's footnotes, as it writes them at the end; the second time with the path of its temporary file. */
export const WORD_NOTES: Fragment = [
  `<p class=MsoNormal>Claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt;vertical-align:super'>[1]</span></span><![endif]></span></span></a> § and<a href="file:///C:/Temp/msohtmlclip1/01/clip.htm#_ftn2" name="_ftnref2">[2]</a>.</p><div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> First note §.</p></div><div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a href="file:///C:/Temp/msohtmlclip1/01/clip.htm#_ftnref2" name="_ftn2">[2]</a> Second.</p></div></div>`,
  '<p>Claim<sup><a href="#user-content-fn-1" id="user-content-fnref-1">1</a></sup> § and<sup><a href="#user-content-fn-2" id="user-content-fnref-2">2</a></sup>.</p><hr /><ol><li id="user-content-fn-1">First note §. <a href="#user-content-fnref-1" title="Back to reference 1">↩</a></li><li id="user-content-fn-2">Second. <a href="#user-content-fnref-2" title="Back to reference 2">↩</a></li></ol>',
];

export const wrapWord = (html: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-NZ style='tab-interval:36.0pt'><!--StartFragment-->${html}<!--EndFragment--></body></html>`;
