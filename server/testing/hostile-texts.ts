// Texts that programs often handle wrongly: they may be taken for a script, a query, a formula or a path, or be
// altered on their way.

export const scriptAddresses = [
  'javascript:hurt()',
  'JaVaScRiPt:hurt()',
  ' javascript:hurt()',
  '\u0001javascript:hurt()',
  'java\nscript:hurt()',
  'java\tscript:hurt()',
  'javascript://example.org/%0ahurt()',
  'vbscript:hurt()',
  'data:text/html,<script>parent.hurt()</script>',
  'data:text/html;base64,PHNjcmlwdD5odXJ0KCk8L3NjcmlwdD4=',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="hurt()"/>',
  'data:image/png;base64,AAAA" onerror="hurt()',
  'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  'blob:null/0',
  '//example.org/x',
  '/\\example.org',
  'https://example.org/"onmouseover="hurt()',
  'https://example.org/picture.png',
  'mailto:a@example.org?body=<script>hurt()</script>',
  '/ui/docs',
  '',
]

const markup = [
  '<script>hurt()</script>',
  '<img src=x onerror=hurt()>',
  '"><svg onload=hurt()>',
  "');hurt();//",
  '{{constructor.constructor("hurt()")()}}',
  'url(javascript:hurt())',
  '#fff;background:url(javascript:hurt())',
  'expression(hurt())',
  '__proto__',
  'constructor',
  'toString',
  '\u202egnirts',
  '\ud800',
  '\u0000',
  'Text',
]

/** Texts without blanks; split at blanks below. */
const blanklessTexts =
  '% _ %%%_% \\ $1 {} ../../etc/passwd =1+1 hasOwnProperty null undefined true NaN -0 1e308 2147483648 ' +
  '9007199254740993 0x10 １２ Alle @alle @@@@ .*+?^${}()|[] İstanbul Weißhaupt ﬃ'
const textsWithBlanks = [
  "' or 1=1 --",
  '"; drop table users',
  '% _ \\ $1 {} %%%_%',
  'שלום עולם',
  'İstanbul ﬃ １２',
]
const combiningTexts = ['ä'.normalize('NFD'), 'I\u0307', `a${'\u0301'.repeat(60)}`, '👩‍👩‍👧‍👦'.repeat(8)]
const invisibleTexts = [' ', 'a\0b', '\udc00x', '\u202egnp.exe', '\u200b\ufeff', '\uffff', '\r\nX: y']

export const hostileTexts: readonly string[] = [
  ...scriptAddresses,
  ...markup,
  ...blanklessTexts.split(' '),
  ...textsWithBlanks,
  ...combiningTexts,
  ...invisibleTexts,
]
