/** Two versions of a long agreement: every twentieth clause edited, some clauses inserted, deleted and moved. */

const WORDS =
  'supplier customer shall notice period platform data service order invoice security audit report agreement charges liability term schedule party breach'.split(
    ' ',
  );

/** The pair, of so many sections with so many clauses each, as text. */
export function longAgreement(
  sections: number,
  clauses: number,
): Record<'source' | 'test', { text: string; path: string }> {
  const source = Array.from({ length: sections }, (_, s) =>
    Array.from({ length: clauses }, (_, c) => `The ${phrase(s * clauses + c)} of item ${s} and ${c}.`),
  );
  const test = source.map((section, s) => {
    const edited = section.map((clause, c) =>
      (s * clauses + c) % 20 === 0
        ? clause.replace('The ', 'Each ').replace(' of item', ' for item')
        : clause,
    );
    if (s % 10 === 3) edited.splice(5, 1);
    if (s % 10 === 6) edited.push(`A new clause on the ${phrase(s + 7)} is added to section ${s}.`);
    return edited;
  });
  test[sections - 5].splice(3, 0, ...test[5].splice(10, 1));
  return { source: { text: write(source), path: 'long.md' }, test: { text: write(test), path: 'long.md' } };
}

/** Words chosen by a number, different from clause to clause. */
function phrase(n: number): string {
  return Array.from(
    { length: 14 },
    (_, i) => WORDS[(n * (i + 3) + Math.floor(n / (i + 1))) % WORDS.length],
  ).join(' ');
}

function write(sections: readonly (readonly string[])[]): string {
  return sections
    .map((clauses, s) => {
      const lines = clauses.map((clause, c) => `${s + 1}.${c + 1} ${clause}\n`);
      return `# ${s + 1}. Section on ${phrase(s).split(' ').slice(0, 3).join(' ')}\n\n${lines.join('\n')}`;
    })
    .join('\n');
}
