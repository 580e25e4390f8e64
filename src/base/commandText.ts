/** Command lines and lines of programs that call an HTTP API, and which of their options hold secrets. */

/** Options whose value is a password, a token, a cookie or a key, by program. Readers of pasted calls use them, too. */
export const SECRET_OPTIONS = {
  curl: [
    ...['-u', '--user', '-U', '--proxy-user', '-b', '--cookie', '--oauth2-bearer', '-E', '--cert', '--key'],
    ...['--pass', '--proxy-cert', '--proxy-key', '--proxy-pass', '--tlspassword', '--proxy-tlspassword'],
  ],
  wget: [
    ...['--user', '--password', '--http-user', '--http-password', '--http-passwd', '--proxy-user'],
    ...['--proxy-password', '--ftp-user', '--ftp-password', '--certificate', '--private-key'],
  ],
  httpie: ['-a', '--auth', '--session', '--cert', '--cert-key', '--cert-key-pass'],
  ckanapi: ['-a', '--apikey'],
} as const;

const PROGRAM =
  /(?<![\w.-])(?:curl|wget2?|https?|httpie|xhs?|ckanapi|aria2c|irm|iwr|Invoke-(?:RestMethod|WebRequest))(?:\.exe)?\s/i;
/** What an argument of a program has in it, and words that people search for rarely have. */
const ARGUMENT = /\s-[\w-]|[:=@'"\\/$]/;
/** A call with a text in quotes, or something assigned: `get('…`, `auth = (…`, `headers <- c(`, `$h = @{`. */
const SNIPPET =
  /[\w$]\(\s*[bfru]{0,2}["'`]|(?<![^\s(,;{])[$\w.:[\]"']{1,60}\s*(?:=|<-)\s*(?:@?\{|\w{0,4}\(|[bfru]{0,2}["'`])/i;
const REQUEST = /(?<!\S)(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+(?:https?:|\/)/;

/** True for command lines, HTTP requests and lines of programs. An address or an id alone is none of them. */
export function readsAsCommand(text: string): boolean {
  return callsProgram(text) || REQUEST.test(text);
}

/** True for command lines and lines of programs. Plain HTTP requests aren't counted, because log lines begin with them. */
export function callsProgram(text: string): boolean {
  const place = text.search(PROGRAM);
  return (place >= 0 && ARGUMENT.test(text.slice(place))) || SNIPPET.test(text);
}

const ALL = Object.values(SECRET_OPTIONS).flat();
const letters = ALL.filter((option) => option.length === 2).map((option) => option.charAt(1));
const names = ALL.filter((option) => option.length > 2).map((option) => option.slice(2));

/** An option with a secret behind it. Short options may stand together, and their value with them: `-sSualice:…`. */
export const SECRET_OPTION = new RegExp(
  `(?<=[\\s"'\`(,])(?:-[a-z]{0,20}?[${letters.join('')}]\\s?|--(?:${names.join('|')})(?=[=\\s"'\`,])[=\\s]?)`,
  'i',
);
