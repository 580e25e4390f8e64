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
/** Characters that arguments of a program contain, and that words of a search rarely do. */
const ARGUMENT = /\s-[\w-]|[:=@'"\\/$]/;
/** A call with a quoted text, or an assignment of one: `get('…`, `auth = (…`, `headers <- c(`, `$h = @{`. */
const SNIPPET =
  /[\w$]\(\s*[bfru]{0,2}["'`]|(?<![^\s(,;{])[$\w.:[\]"']{1,60}\s*(?:=|<-)\s*(?:@?\{|\w{0,4}\(|[bfru]{0,2}["'`])/i;
const REQUEST = /(?<!\S)(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+(?:https?:|\/)/;

/** Whether a text is a command line, an HTTP request or a line of a program. An address or an id alone isn't. */
export function readsAsCommand(text: string): boolean {
  return callsProgram(text) || REQUEST.test(text);
}

/** Whether a text is a command or a program's line. HTTP requests don't count, because log lines begin with them. */
export function callsProgram(text: string): boolean {
  const place = text.search(PROGRAM);
  return (place >= 0 && ARGUMENT.test(text.slice(place))) || SNIPPET.test(text);
}

const ALL = Object.values(SECRET_OPTIONS).flat();
const letters = ALL.filter((option) => option.length === 2).map((option) => option.charAt(1));
const names = ALL.filter((option) => option.length > 2).map((option) => option.slice(2));

/** An option followed by a secret. Short options may be joined with each other and with their value: `-sSualice:…`. */
export const SECRET_OPTION = new RegExp(
  `(?<=[\\s"'\`(,])(?:-[a-z]{0,20}?[${letters.join('')}]\\s?|--(?:${names.join('|')})(?=[=\\s"'\`,])[=\\s]?)`,
  'i',
);
