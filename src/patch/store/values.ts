import pg from 'pg';

/** PostgreSQL's numbers for the types whose text form `pg` would otherwise turn into something of its own. */
const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** How values come out of either database, as a setting of `pg`; see `Queryable`. */
export const valueTypes = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === INT8) return Number;
    if (type === TIMESTAMPTZ) return parseTimestamp;
    return pg.types.getTypeParser(type, format as 'text');
  },
} as pg.CustomTypesConfig;

/** A `timestamptz`, in whatever zone the session prints it, as an ISO string in UTC with the fraction untouched. */
export function parseTimestamp(text: string): string {
  const match = /^(\S+) ([^.+-]+)(\.\d+)?([+-]\d\d)(:\d\d)?$/.exec(text);
  // "infinity", or a year before Christ: the service writes neither.
  if (match === null) return text;
  const [, date, time, fraction = '', hours, minutes = ':00'] = match;
  return `${new Date(`${date}T${time}${hours}${minutes}`).toISOString().slice(0, 19)}${fraction}Z`;
}
