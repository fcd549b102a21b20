import { describe, expect, test } from 'vitest';
import { builtinProfile } from '../../src/profile/builtin/profiles.js';
import { compileProfile } from '../../src/profile/compile.js';
import type { RoleRule } from '../../src/profile/profile.js';

/** The role that the first rule of that kind of match gives to `text` under `profile`. */
function role(profile: string, match: RoleRule['match'], text: string): string | null {
  const { role_rules } = compileProfile(builtinProfile(profile)!, { trusted: true });
  return role_rules.find((rule) => rule.match === match && rule.compiled?.test(text))?.role ?? null;
}

describe('roles of an agreement', () => {
  test.each([
    ['Definitions', 'definitions'],
    ['1. Definitions and Interpretation', 'definitions'],
    ['Article 1 – Definitions', 'definitions'],
    ['Background', 'recital'],
    ['RECITALS', 'recital'],
    ['Schedule 2 Service Levels', 'schedule'],
    ['SCHEDULE', 'schedule'],
    ['Exhibit A', 'schedule'],
    ['Appendix: Fees', 'schedule'],
    ['Signatures', 'signature'],
    ['12. Governing law', 'boilerplate'],
    ['Entire Agreement', 'boilerplate'],
    ['14 Notices', 'boilerplate'],
    ['3. Fees', 'clause'],
    ['Section 4 Fees', 'clause'],
    ['Master Services Agreement', 'title'],
    ['TERMS AND CONDITIONS', 'title'],
    ['F Copyright Policy', 'clause'],
    ['IV Licence Agreement', 'clause'],
    ['A Framework Agreement', 'title'],
    ['Fees', null],
    ['Scheduled maintenance', null],
    ['Exhibition spaces', null],
  ])('the heading "%s": %s', (heading, expected) =>
    expect(role('contract', 'heading', heading)).toBe(expected),
  );

  test.each([
    ['“Fees” means the sums set out in Schedule 1.', 'definition'],
    ['"Term" and "Other" mean words.', 'definition'],
    ['"Term" has the meaning given in clause 2.', 'definition'],
    ['"Term" is a word.', 'definition'],
    ['“Affiliate”: any company under common control.', 'definition'],
    ['IN WITNESS WHEREOF the parties have signed.', 'signature'],
    ['Signed by the Supplier', 'signature'],
    ['WHEREAS the Supplier makes clocks', 'recital'],
    ['Note: this clause is optional.', 'note'],
    ['Important: read this first.', 'note'],
    ['Notes are kept for six years.', null],
    ['The Supplier shall pay.', null],
  ])('the text "%s": %s', (text, expected) => expect(role('contract', 'text', text)).toBe(expected));

  test.each([
    ['1', 'clause'],
    ['7.2', 'clause'],
    ['7.2.1', 'sub_clause'],
    ['(a)', 'sub_clause'],
    ['iv', 'sub_clause'],
    ['Article 5', 'clause'],
    ['Schedule 2', null],
  ])('the label "%s": %s', (label, expected) => expect(role('contract', 'label', label)).toBe(expected));
});

describe('roles of a statute', () => {
  test.each([
    ['Harbours Act 1964', 'title'],
    ['Interpretation', 'definitions'],
    ['SCHEDULE 1', 'schedule'],
    ['Offences', null],
  ])('the heading "%s": %s', (heading, expected) =>
    expect(role('legislation', 'heading', heading)).toBe(expected),
  );
});

describe('headings that start numbering afresh', () => {
  const resets = (profile: string, heading: string) =>
    compileProfile(builtinProfile(profile)!, { trusted: true })
      .heading_resets.filter((reset) => reset.compiled.test(heading))
      .map((reset) => reset.name);

  test.each([
    ['Schedule 2 Service Levels', ['schedule']],
    ['SCHEDULE', ['schedule']],
    ['Annex A', ['schedule']],
    ['Appendix: Fees', ['schedule']],
    ['Part IV', ['part']],
    ['PART TWO', ['part']],
    ['Scheduled maintenance', []],
    ['Parties', []],
    ['Part of it', []],
  ])('%s: %s', (heading, expected) => expect(resets('contract', heading)).toEqual(expected));

  test('chapters do so in statutes', () => {
    expect(resets('legislation', 'Chapter 2 Offences')).toEqual(['chapter']);
    expect(resets('contract', 'Chapter 2 Offences')).toEqual([]);
  });
});
