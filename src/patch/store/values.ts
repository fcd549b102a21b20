/** PostgreSQL's numbers for the types whose text form the drivers would otherwise turn into something of their own. */
export const INT8 = 20;
export const TIMESTAMPTZ = 1184;

/** An `int8` as a number. */
export function parseInt8(text: string): number {
  return Number(text);
}

/** A `timestamptz` as an ISO string in UTC, with the database's own precision where its session is in UTC. */
export function parseTimestamp(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, -3).replace(' ', 'T')}Z` : new Date(text).toISOString();
}
