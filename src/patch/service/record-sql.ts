/**
 * SQL that reads a stored record inside the database, so that a page of history does not move the records. What stands in
 * a record is whatever was submitted: nothing is assumed but that it may not be JSON at all.
 */

/** Code points of a record's head, and bytes of its tail, in which its intent is looked for first. */
const SLICE = 4096;

/** A JSON string literal. No group captures, so that it can stand inside one. */
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;

/**
 * The record's keys are sorted: `edits, format, intent` in tx/1, `format, intent, …` in the others. So the intent stands
 * in the tail of the first kind and in the head of the second, where these patterns can only match the record's own
 * member: inside a string every quotation mark would be escaped.
 */
const HEAD = String.raw`^\{"format":"patchdiff-tx/[23]","intent":(${STRING})[,}]`;
const TAIL = String.raw`,"format":"patchdiff-tx/1","intent":(${STRING})\}$`;

/** Records up to this many bytes are parsed whole. */
export const SMALL = 65_536;

/**
 * At the end of a subquery: keeps the planner from putting the subquery's expression in the place of each reference to it.
 * A record of a megabyte is to be parsed once, not once for each member that is read.
 */
export const ONCE = 'OFFSET 0';

/** The stored record as `jsonb`; null when it is not JSON, not an object, or evidence of invalid input. */
export function recordSql(content: string): string {
  return `(SELECT record FROM
    (SELECT CASE WHEN pg_input_is_valid(${content}, 'jsonb') THEN ${content}::jsonb END AS record ${ONCE}) AS parsed
    WHERE jsonb_typeof(record) = 'object' AND record ->> 'format' IS DISTINCT FROM 'patchdiff-invalid-input/1')`;
}

/** A member of a `jsonb` object where it is a string, otherwise null. */
export function stringSql(object: string, key: string): string {
  return `CASE WHEN jsonb_typeof(${object} -> '${key}') = 'string' THEN ${object} ->> '${key}' END`;
}

/**
 * What {@link TAIL} finds. The tail is cut by bytes, each of them a character of Latin-1: the text's own functions would
 * count a megabyte of characters to find its last ones, ten times as slow. The literal stands before the last byte, so its
 * length gives its bytes, which are UTF-8 again.
 */
function tailSql(content: string): string {
  const bytes = `convert_to(${content}, 'UTF8')`;
  const size = `octet_length(${content})`;
  return `(SELECT convert_from(substr(${bytes}, ${size} - length(found), length(found)), 'UTF8')
    FROM (SELECT substring(convert_from(substr(${bytes}, greatest(1, ${size} - ${SLICE} + 1)), 'LATIN1') FROM '${TAIL}')
          AS found ${ONCE}) AS tail)`;
}

/** The record's intent; null when it has none. A large record is parsed only when its intent is not where it belongs. */
export function intentSql(content: string, protocol: string): string {
  const literal = `CASE WHEN octet_length(${content}) > ${SMALL} THEN
      CASE WHEN ${protocol} = 'patchdiff-tx/1' THEN
             ${tailSql(content)}
           ELSE substring(left(${content}, ${SLICE}) FROM '${HEAD}') END END`;
  return `(SELECT CASE WHEN pg_input_is_valid(literal, 'jsonb') THEN literal::jsonb #>> '{}'
                 ELSE (SELECT ${stringSql('record', 'intent')} FROM ${recordSql(content)} AS whole (record)) END
           FROM (SELECT ${literal} AS literal ${ONCE}) AS slice)`;
}
