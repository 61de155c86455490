import type { Fragment } from './paste-corpus.ts';

/** Pieces of messages of Gmail, Outlook and Apple Mail. */
export const MAIL_FRAGMENTS: readonly Fragment[] = [
  [
    '<div dir="ltr">Kia ora §,</div><div dir="ltr"><br></div><div dir="ltr">second line</div>',
    '<p>Kia ora §,</p><p>second line</p>',
  ],
  ['<div>One §<br>two<br><br>three</div>', '<p>One §<br />two<br /><br />three</p>'],
  [
    '<div><font face="arial, sans-serif" color="#000000"><b>Bold §</b> and <i>it</i></font></div>',
    '<p><strong>Bold §</strong> and <em>it</em></p>',
  ],
  [
    '<div>See <a href="http://x.example/§" target="_blank" data-saferedirecturl="https://www.google.com/url?q=x">x</a> or https://bare.example/§.</div>',
    '<p>See <a href="http://x.example/§">x</a> or <a href="https://bare.example/§">https://bare.example/§</a>.</p>',
  ],
  [
    '<div>Write to <a href="mailto:a@x.example?subject=§">a@x.example</a> or call <a href="tel:+6491234567" class="tel">+64 9 123 4567</a></div>',
    '<p>Write to <a href="mailto:a@x.example?subject=§">a@x.example</a> or call <a href="tel:+6491234567">+64 9 123 4567</a></p>',
  ],
  [
    '<ul><li style="margin-left:15px">one §</li><li style="margin-left:15px"><div>two</div></li></ul>',
    '<ul><li>one §</li><li>two</li></ul>',
  ],
  ['<ol><li>first §</li><ol><li>inner</li></ol></ol>', '<ol><li>first §<ol><li>inner</li></ol></li></ol>'],
  [
    '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, Ana &lt;<a href="mailto:ana@x.example">ana@x.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)"><div dir="ltr">Quoted §</div></blockquote></div>',
    '<p>On Mon, Ana &lt;<a href="mailto:ana@x.example">ana@x.example</a>&gt; wrote:</p><blockquote><p>Quoted §</p></blockquote>',
  ],
  [
    '<p class="MsoNormal"><span style="font-size:11.0pt;mso-ligatures:none">Dear §,<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Thanks</p>',
    '<p>Dear §,</p><p>Thanks</p>',
  ],
  [
    '<div class="WordSection1"><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Ana §<br><b>Sent:</b> Monday</p></div></div>',
    '<p><strong>From:</strong> Ana §<br /><strong>Sent:</strong> Monday</p>',
  ],
  [
    '<div class="elementToProof" style="font-family: Aptos">Outlook on the web §</div><div class="elementToProof"><br></div>',
    '<p>Outlook on the web §</p>',
  ],
  [
    '<div><span style="caret-color: rgb(0, 0, 0); font-style: italic;">Apple §</span><br class="Apple-interchange-newline"></div>',
    '<p><em>Apple §</em></p>',
  ],
  [
    '<blockquote type="cite"><div>On 3 May, Ana wrote:</div><br class="Apple-interchange-newline"><div><div>Cited §</div></div></blockquote>',
    '<blockquote><p>On 3 May, Ana wrote:</p><p>Cited §</p></blockquote>',
  ],
  [
    '<table width="100%" cellpadding="0" role="presentation"><tbody><tr><td align="center"><table><tbody><tr><td style="padding:8px">Cell §</td></tr></tbody></table></td></tr></tbody></table>',
    '<table><tbody><tr><td align="center"><table><tbody><tr><td>Cell §</td></tr></tbody></table></td></tr></tbody></table>',
  ],
  ['<div style="display:none;max-height:0px;mso-hide:all">preheader</div><div>Visible §</div>', '<p>Visible §</p>'],
  [
    '<div><img src="https://img.example/§.png" alt="Logo §" width="40"> <img src="cid:part1" alt="Inline §"></div>',
    '<p><a href="https://img.example/§.png">Logo §</a> Inline §</p>',
  ],
  [
    '<div>--<br><div dir="ltr" class="gmail_signature"><div>Ana Ngata §</div><div><a href="https://mate.example/§" target="_blank">mate.example</a></div></div></div>',
    '<p>--</p><p>Ana Ngata §</p><p><a href="https://mate.example/§">mate.example</a></p>',
  ],
  [
    '<center><h2 style="margin:0">Centred §</h2></center><form action="https://x.example"><p>In a form</p><button>Send</button></form>',
    '<h2>Centred §</h2><p>In a form</p>',
  ],
  [
    '<div><code>a_b</code> <tt>tt §</tt> <strike>s</strike> <big>big</big> <small>small</small></div>',
    '<p><code>a_b</code> <code>tt §</code> <del>s</del> big small</p>',
  ],
  ['<pre style="white-space:pre-wrap">plain §\n  text</pre>', '<pre><code>plain §\n  text</code></pre>'],
];

export const wrapMail = (html: string) => `<meta charset='utf-8'><div dir="ltr">${html}</div>`;
