import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readScopes, type ScopeSymbol } from '../../src/scope/index.js';

/** What the compiler's own tree says should be a scope. Offsets are UTF-16 units; comments above are not counted in. */
interface Declared {
  kind: string;
  name: string;
  start: number;
  end: number;
}

function isFunctionValue(node: ts.Expression | undefined): boolean {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

function kindOfValue(value: ts.Expression | undefined, otherwise: string): string {
  if (isFunctionValue(value)) return 'function';
  return value !== undefined && ts.isClassExpression(value) ? 'class' : otherwise;
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((it) => it.kind === kind);
}

function isAtTop(statement: ts.Node): boolean {
  return ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent);
}

/** Declarations of one source file in document order, overloads and accessor pairs joined. */
function declarationsOf(source: ts.SourceFile): Declared[] {
  const found: (Declared & { joins: boolean })[] = [];
  const add = (kind: string, name: string, node: ts.Node, joins = false) => {
    const start = node.getStart(source);
    const before = found.findLast((it) => it.joins && it.name === name && it.kind === kind);
    const between = before === undefined ? '' : source.text.slice(before.end, start);
    const isNext = between.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').trim() === '';
    if (joins && before !== undefined && before.end <= start && isNext) before.end = node.end;
    else found.push({ kind, name, start, end: node.end, joins });
  };
  const nameOf = (name: ts.Node) => (ts.isStringLiteral(name) ? name.text : name.getText(source));

  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) add('function', node.name.text, node, true);
    else if (ts.isClassDeclaration(node) && node.name) add('class', node.name.text, node);
    else if (ts.isInterfaceDeclaration(node)) add('interface', node.name.text, node);
    else if (ts.isTypeAliasDeclaration(node)) add('type', node.name.text, node);
    else if (ts.isEnumDeclaration(node)) add('enum', node.name.text, node);
    else if (ts.isModuleDeclaration(node)) add('module', nameOf(node.name), node);
    else if (ts.isExportAssignment(node)) add(kindOfValue(node.expression, 'constant'), 'default', node);
    else if (ts.isConstructorDeclaration(node)) add('method', 'constructor', node, true);
    else if (ts.isMethodSignature(node) && ts.isInterfaceDeclaration(node.parent))
      add('method', nameOf(node.name), node, true);
    else if (ts.isPropertyDeclaration(node)) {
      const isConstant =
        hasModifier(node, ts.SyntaxKind.StaticKeyword) && hasModifier(node, ts.SyntaxKind.ReadonlyKeyword);
      const kind = kindOfValue(node.initializer, isConstant ? 'constant' : 'variable');
      add(kind === 'function' ? 'method' : kind, nameOf(node.name), node);
    } else if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) {
      if (ts.isClassLike(node.parent) || isNamedObject(node.parent))
        add('method', nameOf(node.name), node, true);
    } else if (ts.isPropertyAssignment(node) && isFunctionValue(node.initializer)) {
      if (isNamedObject(node.parent)) add('method', nameOf(node.name), node);
    } else if (ts.isVariableStatement(node)) variables(node);
    ts.forEachChild(node, visit);
  };

  const isNamedObject = (object: ts.Node): boolean => {
    if (ts.isExportAssignment(object.parent)) return true;
    if (!ts.isVariableDeclaration(object.parent) || object.parent.initializer !== object) return false;
    return isAtTop(object.parent.parent.parent);
  };

  const variables = (statement: ts.VariableStatement) => {
    const list = statement.declarationList;
    const isConst = (list.flags & ts.NodeFlags.Const) !== 0;
    for (const declaration of list.declarations) {
      const kind = kindOfValue(declaration.initializer, isConst ? 'constant' : 'variable');
      if (!isAtTop(statement) && !(ts.isBlock(statement.parent) && /function|class/.test(kind))) continue;
      const name = declaration.name.getText(source).replace(/\s+/g, ' ');
      add(kind, name, list.declarations.length === 1 ? statement : declaration);
    }
  };

  visit(source);
  return found.map(({ joins: _, ...it }) => it).sort((a, b) => a.start - b.start || b.end - a.end);
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(folder, name));
}

/** Comments and white space, nothing else. */
const ONLY_COMMENTS = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;

test('finds in the sources of this project just what the TypeScript compiler finds', async () => {
  let symbols = 0;
  for (const path of files('src')) {
    const text = readFileSync(path, 'utf8');
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const reading = await readScopes(text, { fileName: path });
    expect(reading.skipped, path).toEqual([]);
    const units = unitsOf(text);
    const shape = (it: { kind: string; name: string; end: number }) => `${it.kind} ${it.name} …${it.end}`;
    const inUnits = reading.symbols.map((it) => ({ ...it, start: units(it.start), end: units(it.end) }));
    const expected = declarationsOf(source);
    expect(inUnits.map(shape), path).toEqual(expected.map(shape));
    inUnits.forEach((symbol: ScopeSymbol, i) => {
      // The scope starts at the declaration, or at the comments that stand right above it.
      expect(symbol.start, path).toBeLessThanOrEqual(expected[i].start);
      expect(text.slice(symbol.start, expected[i].start), path).toMatch(ONLY_COMMENTS);
    });
    symbols += reading.symbols.length;
  }
  expect(symbols).toBeGreaterThan(1_000);
});

/** Converts code points to UTF-16 units by counting, as the library does not. */
function unitsOf(text: string): (point: number) => number {
  const starts: number[] = [];
  let unit = 0;
  for (const char of text) {
    starts.push(unit);
    unit += char.length;
  }
  starts.push(unit);
  return (point) => starts[point];
}
