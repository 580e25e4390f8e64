/** S2: what our pages may load, run and send (docs/security.md 1 and 2). */
import assert from 'node:assert/strict';
import { Cases } from './cases.ts';
import { PAGES, writtenPage } from './writtenPage.ts';

/** What each directive may have, and nothing else. `default-src` stands for those that aren't named. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  'default-src': /^'none'$/,
  'script-src': /^'nonce-[\w+/]{22}=='$/,
  'style-src': /^'nonce-[\w+/]{22}=='$/,
  'font-src': /^data:$/,
  'img-src': /^'none'$/,
  'connect-src': /^'none'$/,
  'frame-src': /^'none'$/,
  'form-action': /^'none'$/,
  'base-uri': /^'none'$/,
};
/** `default-src` says nothing of these. */
const NEEDED = ['default-src', 'form-action', 'base-uri'];

function directives(html: string): readonly (readonly [string, string])[] {
  const policies = [...html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g)];
  assert.equal(policies.length, 1);
  const [, policy = ''] = policies[0] ?? [];
  return policy.split('; ').map((directive) => {
    const [name = '', ...values] = directive.split(' ');
    return [name, values.join(' ')];
  });
}

describe('S2: the policy of each page', () => {
  const cases = new Cases();
  after(() => cases.count('S2', "directives of pages are 'none', a nonce or data inside the page"));

  for (const kind of PAGES)
    it(`${kind} names nothing but nonces and data inside it, before anything that could load`, () => {
      const { html, options } = writtenPage(kind);
      const found = directives(html);
      for (const [name, value] of found) cases.judge(`${kind}: ${name} ${value}`, ALLOWED[name]?.test(value) ?? false);
      for (const name of NEEDED)
        cases.judge(
          `${kind}: ${name} is there`,
          found.some(([each]) => each === name),
        );
      const policy = html.indexOf('Content-Security-Policy');
      cases.judge(`${kind}: nothing precedes its policy`, html.search(/<(?:script|style|link|img)/) > policy);
      cases.judge(`${kind}: forms`, options.enableForms === false);
      cases.judge(`${kind}: links that run commands`, options.enableCommandUris === false);
      cases.judge(`${kind}: roots`, options.localResourceRoots?.length === 1);
    });

  for (const kind of PAGES)
    it(`${kind} has another nonce each time`, () => {
      const nonces = Array.from({ length: 20 }, () => String(/nonce-([^']+)/.exec(writtenPage(kind).html)?.[1]));
      cases.judge(`${kind}: nonces`, new Set(nonces).size === nonces.length);
    });
});
