/** Roles: the profile's rules, and the sections that read like definitions without being called so. */
import { CONTAINER_KINDS } from '../document/block.js';
import type { GrowingBlock } from '../document/build.js';
import type { CompiledProfile } from '../profile/profile.js';

type CompiledRule = CompiledProfile['role_rules'][number];

/** A definition's usual spellings: quoted term (or several), a verb that defines. Quotes straight, curly, low, angled. */
const QUOTED = '["“”„«»][^"“”„«»]{1,100}["“”„«»]';
const DEFINITION = new RegExp(
  `^(?:(?:The|A|An|Each|Any)\\s+)?${QUOTED}(?:(?:\\s*,?\\s*(?:and|or|&)\\s+|\\s*,\\s*|\\s*/\\s*|\\s+)(?:the\\s+)?${QUOTED})*(?:\\s*\\([^()]{1,80}\\)|,[^,."“”]{1,80},)?,?\\s*(?:\\s(?:(?:shall|will|must)\\s+)?(?:means?|have|has|is|are|refers?|includes?|bears?)\\b|[:=—–])`,
  'i',
);
const MAY_BE_DEFINITION = /^(?:["“”„«]|[Tt]he\s|[Aa]n?\s|[Ee]ach\s|[Aa]ny\s)/;

/** Whether `text` reads *quoted term, means, text*. */
export function readsLikeDefinition(text: string): boolean {
  return MAY_BE_DEFINITION.test(text) && DEFINITION.test(text);
}

/** Fills in `role` for every block below `root` that has none yet. */
export function assignRoles(root: GrowingBlock, profile: CompiledProfile): void {
  new RoleAssigner(profile).visit(root, null, []);
}

class RoleAssigner {
  private readonly rules: readonly CompiledRule[];
  /** Those that a block without a heading can match, by its kind. */
  private readonly byKind = new Map<GrowingBlock['kind'], readonly CompiledRule[]>();
  private readonly ancestorRules: readonly CompiledRule[];
  private seenText = false;

  constructor(profile: CompiledProfile) {
    this.rules = profile.role_rules;
    this.ancestorRules = this.rules.filter((rule) => rule.match === 'ancestor_heading');
  }

  /** `ancestors` holds, outermost first, the ancestor-heading rules that each enclosing section's heading matches. */
  visit(
    block: GrowingBlock,
    parentRole: string | null,
    ancestors: readonly (readonly CompiledRule[])[],
  ): void {
    const { children } = block;
    if (block.kind === 'section' && children[0]?.kind === 'heading') {
      const heading = children[0];
      const written = writtenHeading(heading);
      const role = this.headingRole(heading, written, parentRole, ancestors);
      block.role ??= role;
      heading.role ??= role;
      this.seenText = true;
      this.detectDefinitions(block, heading);
      const matched = this.ancestorRules.filter((rule) => written.some((text) => rule.compiled?.test(text)));
      const below = matched.length === 0 ? ancestors : [...ancestors, matched];
      for (let i = 1; i < children.length; i++) this.visit(children[i], block.role, below);
      return;
    }
    if (block.kind !== 'document') block.role ??= this.blockRole(block, parentRole, ancestors);
    if (block.text !== '') this.seenText = true;
    if (children.length === 0) return;
    const role = block.role ?? parentRoleOf(block, parentRole);
    for (let i = 0; i < children.length; i++) this.visit(children[i], role, ancestors);
  }

  private headingRole(
    heading: GrowingBlock,
    written: readonly string[],
    parentRole: string | null,
    ancestors: readonly (readonly CompiledRule[])[],
  ): string | null {
    for (const rule of this.rules) {
      if (rule.match === 'heading') {
        if (written.some((text) => rule.compiled?.test(text))) return rule.role;
      } else if (rule.match !== 'text' || rule.kind === 'heading') {
        const role = this.matchRule(rule, heading, parentRole, ancestors);
        if (role !== null) return role;
      }
    }
    return !this.seenText && heading.label === null ? 'title' : null;
  }

  private blockRole(
    block: GrowingBlock,
    parentRole: string | null,
    ancestors: readonly (readonly CompiledRule[])[],
  ): string | null {
    const rules = this.rulesFor(block.kind);
    for (let i = 0; i < rules.length; i++) {
      const role = this.matchRule(rules[i], block, parentRole, ancestors);
      if (role !== null) return role;
    }
    return null;
  }

  private rulesFor(kind: GrowingBlock['kind']): readonly CompiledRule[] {
    let rules = this.byKind.get(kind);
    if (rules === undefined) {
      const textless = CONTAINER_KINDS.has(kind);
      rules = this.rules.filter(
        (rule) =>
          rule.match !== 'heading' &&
          (rule.kind === undefined || rule.kind === kind) &&
          !(textless && (rule.match === 'text' || rule.match === 'label')),
      );
      this.byKind.set(kind, rules);
    }
    return rules;
  }

  private matchRule(
    rule: CompiledRule,
    block: GrowingBlock,
    parentRole: string | null,
    ancestors: readonly (readonly CompiledRule[])[],
  ): string | null {
    if (rule.kind !== undefined && rule.kind !== block.kind) return null;
    switch (rule.match) {
      case 'label':
        return block.label !== null && rule.compiled?.test(block.label) ? rule.role : null;
      case 'text':
        return block.text !== '' && rule.compiled?.test(block.text) ? rule.role : null;
      case 'parent_role':
        return parentRole !== null && rule.parent_role === parentRole ? rule.role : null;
      case 'ancestor_heading':
        return ancestors.length === 0 ? null : nearestRole(block.kind, ancestors);
      default:
        return null;
    }
  }

  private detectDefinitions(section: GrowingBlock, heading: GrowingBlock): void {
    const members = section.children.filter(
      (child) => (child.kind === 'paragraph' || child.kind === 'list_item') && child.role === null,
    );
    const defining = members.filter((member) => readsLikeDefinition(member.text));
    const known = section.role === 'definitions';
    if (!known && (defining.length < 2 || defining.length * 2 <= members.length)) return;
    section.role = 'definitions';
    heading.role = 'definitions';
    for (const member of defining) member.role = 'definition';
  }
}

/** The nearest heading that any such rule matches decides, whichever rule comes first in the list. */
function nearestRole(
  kind: GrowingBlock['kind'],
  ancestors: readonly (readonly CompiledRule[])[],
): string | null {
  for (let i = ancestors.length - 1; i >= 0; i--) {
    const nearest = ancestors[i].find((other) => other.kind === undefined || other.kind === kind);
    if (nearest !== undefined) return nearest.role;
  }
  return null;
}

/** A table's rows and cells take their surroundings' role as parent role. */
function parentRoleOf(block: GrowingBlock, parentRole: string | null): string | null {
  return block.kind === 'table' || block.kind === 'row' ? parentRole : null;
}

/** A heading as rules see it: with its label, and without. */
function writtenHeading(heading: GrowingBlock): string[] {
  const { text } = heading;
  if (heading.label === null) return [text];
  return text === '' ? [heading.label] : [text, `${heading.label} ${text}`];
}
