/** Bash, and other shells as far as they read alike. */
import { type CodeGrammar, countChildren, named, type Rule } from './syntax.js';

/** A variable that the script itself sets, not a function or a block of it, and not for one command only. */
const assignment: Rule = (at, text) => {
  const target = at.node.childForFieldName('name');
  if (target?.type !== 'variable_name' || /\+=/.test(text(at.node).slice(0, text(target).length + 2)))
    return null;
  const command = at.up?.type === 'declaration_command' ? at.up : null;
  const around = command === null ? at.up : command.up;
  if (around !== null && around.type !== 'program') return null;
  const isReadonly =
    command !== null && /^(?:readonly\b|(?:declare|typeset)\s+-\w*r)/.test(text(command.node));
  const isOnly = command !== null && countChildren(command.node, 'variable_assignment') === 1;
  return {
    kind: isReadonly ? 'constant' : 'variable',
    name: text(target),
    whole: isOnly && command !== null ? command : at,
  };
};

export const bash: CodeGrammar = {
  grammar: { package: 'tree-sitter-bash', file: 'tree-sitter-bash.wasm' },
  rules: { function_definition: named('function'), variable_assignment: assignment },
  structure: [
    'program',
    'declaration_command',
    'command',
    'compound_statement',
    'subshell',
    'command_substitution',
    'list',
    'pipeline',
    'redirected_statement',
    'negated_command',
    'if_statement',
    'for_statement',
    'c_style_for_statement',
    'while_statement',
    'case_statement',
  ],
  opaque: [
    'comment',
    'word',
    'string',
    'raw_string',
    'simple_expansion',
    'expansion',
    'variable_name',
    'number',
    'heredoc_body',
  ],
  comments: ['comment'],
};
